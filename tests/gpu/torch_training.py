"""A training loop with torch.cuda.nvtx ranges: see torch_run.py."""
import torch

import torch_run

torch.manual_seed(0)
model = torch.nn.Sequential(
    *[torch.nn.TransformerEncoderLayer(512, 8, batch_first=True) for _ in range(4)]
).cuda()
optimizer = torch.optim.AdamW(model.parameters(), fused=True)
batch = torch.randn(16, 256, 512, device="cuda")


def step(i):
    with torch.cuda.nvtx.range(f"Train step {i}"):
        with torch.cuda.nvtx.range("forward"):
            loss = batch
            for layer, block in enumerate(model):
                with torch.cuda.nvtx.range(f"Layer {layer}"):
                    loss = block(loss)
            loss = loss.square().mean()
        with torch.cuda.nvtx.range("backward"):
            loss.backward()
        with torch.cuda.nvtx.range("optimizer"):
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)


torch_run.main(step, 60)
