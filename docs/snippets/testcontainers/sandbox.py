import urllib.error
import urllib.request

from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs

container = DockerContainer("alias-sandbox").with_command("past_due").with_exposed_ports(25427)
with container as sandbox:
    wait_for_logs(sandbox, "ready on")
    url = f"http://{sandbox.get_container_host_ip()}:{sandbox.get_exposed_port(25427)}"
    request = urllib.request.Request(f"{url}/v1/aliases")
    request.add_header("Authorization", "Bearer sandbox_default")
    try:
        urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        print(error.code)  # 403
