from mock_cuda import launch


def of_package():
    launch("of_package")
