import { App } from 'aws-cdk-lib';
import { buildEncoder } from './encoder/build.ts';
import { ParleyStack } from './stack.ts';

/**
 * The deployment. Settings come from the context (`cdk deploy -c name=value`): `stackName`, `corsOrigin`,
 * `authorizerCacheSeconds`, and `businessLogic`, a JSON object of the `BLS_…` names that versions refer to.
 */
await buildEncoder();
const app = new App();
const text = (name: string): string | undefined => {
  const value: unknown = app.node.tryGetContext(name);
  return value === undefined ? undefined : String(value);
};
const corsOrigin = text('corsOrigin');
const cacheSeconds = text('authorizerCacheSeconds');
const businessLogic = text('businessLogic');

new ParleyStack(app, text('stackName') ?? 'Parley', {
  ...(corsOrigin === undefined ? {} : { corsOrigin }),
  ...(cacheSeconds === undefined ? {} : { authorizerCacheSeconds: Number(cacheSeconds) }),
  ...(businessLogic === undefined ? {} : { businessLogic: JSON.parse(businessLogic) }),
});
