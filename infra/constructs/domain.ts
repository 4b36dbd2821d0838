import { EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/**
 * Serves the API at the operator's own domain.
 * @returns the name for the target of its DNS record
 */
export function addDomain(
  scope: Construct,
  api: RestApi,
  { name, certificateArn, hostedZoneId, hostedZoneName }: NonNullable<Settings['customDomain']>,
): string {
  const domain = api.addDomainName('Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  if (hostedZoneId !== undefined && hostedZoneName !== undefined) {
    const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
      hostedZoneId,
      zoneName: hostedZoneName,
    });
    new ARecord(scope, 'Record', {
      zone,
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
    });
  }
  return domain.domainNameAliasDomainName;
}
