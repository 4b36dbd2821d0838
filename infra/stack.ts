import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './constructs/api.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Store } from './constructs/store.ts';
import { ARTIFACTS_OUTPUT, tableOutput } from './outputs.ts';
import { FUNCTIONS, ROUTES } from './routes.ts';

export interface ParleyStackProps extends StackProps {
  /** The origin that browsers may call from. Default `*`. */
  corsOrigin?: string;
  /** 0–300; 0, the default, refuses a revoked credential at once. */
  authorizerCacheSeconds?: number;
  /** How long events of the audit trail are kept. Default 365. */
  auditRetentionDays?: number;
  /** Values of the `BLS_…` names that AI versions refer to with `env:`. */
  businessLogic?: Readonly<Record<string, string>>;
  /** The issuer's identifier for OAuth metadata, an https URL. Default: the address that was called. */
  issuer?: string;
}

const BUSINESS_LOGIC_NAME = /^BLS_[A-Z0-9_]+$/;

/** The whole service in one AWS account. */
export class ParleyStack extends Stack {
  constructor(scope: Construct, id: string, props: ParleyStackProps = {}) {
    super(scope, id, props);
    const {
      corsOrigin = '*',
      authorizerCacheSeconds = 0,
      auditRetentionDays,
      businessLogic = {},
      issuer,
    } = props;
    if (
      !Number.isInteger(authorizerCacheSeconds) ||
      authorizerCacheSeconds < 0 ||
      authorizerCacheSeconds > 300
    ) {
      throw new Error('authorizerCacheSeconds must be a whole number from 0 to 300');
    }
    for (const name of Object.keys(businessLogic)) {
      if (!BUSINESS_LOGIC_NAME.test(name))
        throw new Error(`businessLogic may hold BLS_… names only, not ${name}`);
    }

    if (issuer !== undefined && !/^https:\/\/[^?#\s]+$/.test(issuer)) {
      throw new Error('issuer must be an https URL without a query or fragment');
    }
    if (
      auditRetentionDays !== undefined &&
      !(Number.isInteger(auditRetentionDays) && auditRetentionDays > 0)
    ) {
      throw new Error('auditRetentionDays must be a positive whole number');
    }
    const retention = auditRetentionDays && { AUDIT_RETENTION_DAYS: String(auditRetentionDays) };
    const store = new Store(this, 'Store');
    const functions = Object.fromEntries(
      Object.keys(FUNCTIONS).map((name) => {
        const environment = {
          CORS_ORIGIN: corsOrigin,
          ...(FUNCTIONS[name]?.tables.Audit === undefined ? {} : retention),
          ...(name === 'query' ? businessLogic : {}),
          ...(name.startsWith('oauth-') && issuer !== undefined ? { ISSUER: issuer } : {}),
        };
        return [name, new ServiceFunction(this, name, { store, environment })];
      }),
    );
    const api = new Api(this, 'Api', { routes: ROUTES, functions, corsOrigin, authorizerCacheSeconds });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, ARTIFACTS_OUTPUT, { value: store.artifactsLocation });
    for (const [name, table] of store.tables) {
      new CfnOutput(this, tableOutput(name), { value: table.tableName });
    }
  }
}
