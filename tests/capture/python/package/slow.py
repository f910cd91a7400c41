import time

from mock_cuda import launch

time.sleep(0.05)


def function():
    launch("function_of_slow")
    hidden = lambda: launch("lambda_of_slow")
    hidden()
