"""How many graphs torch.compile makes of the small GPT while it is traced."""
import mock_cuda
import small_gpt
import torch

mock_cuda.start()
model = small_gpt.GPT()
tokens = torch.zeros(2, 8, dtype=torch.long)
model(tokens)
explained = torch._dynamo.explain(model)(tokens)
print("%d graph breaks, %d graph" % (explained.graph_break_count, explained.graph_count))
mock_cuda.launch("end")
