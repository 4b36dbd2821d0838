"""Plays AWS by moto, with a stack of the template in the file that the first argument names.

What moto's CloudFormation cannot make is left out or, where other resources need its name, made by its own service.
Prints one line of JSON once the stack stands, and ends with its input.
"""

import io
import json
import logging
import sys
import warnings
import zipfile

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import boto3
from moto.cloudformation.models import CloudFormationBackend
from moto.cloudformation.parsing import get_model_map
from moto.server import ThreadedMotoServer

REGION, ACCOUNT = "us-east-1", "123456789012"
template_file, stack_name = sys.argv[1:]
with open(template_file) as file:
    template = json.load(file)
resources = template["Resources"]

every_resource = CloudFormationBackend.describe_stack_resources


def first_hundred(self, *words):
    """AWS describes no more of a stack's resources than that; moto would."""
    stack, found = every_resource(self, *words)
    return stack, list(found)[:100]


CloudFormationBackend.describe_stack_resources = first_hundred

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
endpoint = f"http://{host}:{port}"


def client(service):
    keys = {"aws_access_key_id": "none", "aws_secret_access_key": "none"}
    return boto3.client(service, region_name=REGION, endpoint_url=endpoint, **keys)


def bootstrap():
    """What `cdk bootstrap` and the upload of the bundles leave; the bundles are empty."""
    client("ssm").put_parameter(Name="/cdk-bootstrap/hnb659fds/version", Value="21", Type="String")
    bucket = f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}"
    client("s3").create_bucket(Bucket=bucket)
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("index.mjs", "")
    for resource in resources.values():
        if resource["Type"] == "AWS::Lambda::Function":
            key = resource["Properties"]["Code"]["S3Key"]
            client("s3").put_object(Bucket=bucket, Key=key, Body=bundle.getvalue())


def stand_in(name):
    """The name by which others know a resource that cannot be made here."""
    resource = resources[name]
    if resource["Type"] == "AWS::SecretsManager::Secret":
        return client("secretsmanager").create_secret(Name=name, SecretString="k" * 64)["ARN"]
    return resource["Properties"].get("StageName", name)


def without(gone, value):
    if isinstance(value, list):
        return [without(gone, item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"Ref"}:
        return gone.get(value["Ref"], value)
    if set(value) == {"Fn::GetAtt"}:
        return gone.get(value["Fn::GetAtt"][0], value)
    depends = value.get("DependsOn", [])
    depends = [name for name in ([depends] if isinstance(depends, str) else depends) if name not in gone]
    rest = {key: without(gone, item) for key, item in value.items() if key != "DependsOn"}
    return {**rest, "DependsOn": depends} if depends else rest


bootstrap()
gone = {name: stand_in(name) for name, resource in resources.items() if resource["Type"] not in get_model_map()}
left = {name: resource for name, resource in resources.items() if name not in gone}
for resource in left.values():
    if resource["Type"] == "AWS::ApiGateway::Method":
        # It takes no mock without them.
        resource["Properties"]["Integration"] = {"IntegrationHttpMethod": "POST", "Uri": "none"} | resource[
            "Properties"
        ]["Integration"]

cloudformation = client("cloudformation")
cloudformation.create_stack(
    StackName=stack_name,
    TemplateBody=json.dumps(without(gone, {**template, "Resources": left})),
    Capabilities=["CAPABILITY_IAM"],
)
[stack] = cloudformation.describe_stacks(StackName=stack_name)["Stacks"]
for name, resource in left.items():
    # Its CloudFormation forgets this.
    if "VersioningConfiguration" in resource.get("Properties", {}):
        found = cloudformation.describe_stack_resource(StackName=stack_name, LogicalResourceId=name)
        client("s3").put_bucket_versioning(
            Bucket=found["StackResourceDetail"]["PhysicalResourceId"],
            VersioningConfiguration=resource["Properties"]["VersioningConfiguration"],
        )
print(
    json.dumps(
        {
            "endpoint": endpoint,
            "region": REGION,
            "status": stack["StackStatus"],
            "made": len(left),
            "leftOut": sorted({resources[name]["Type"] for name in gone}),
        }
    ),
    flush=True,
)
sys.stdin.read()
server.stop()
