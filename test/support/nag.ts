import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { withApp } from './stack.ts';

/**
 * Synthesises a deployment under cdk-nag's AwsSolutions.
 * @param add adds constructs to the stack
 * @throws {Error} for findings that are not acknowledged
 */
export const synthesizeWithNag = (
  given: GivenSettings = {},
  add: (stack: ParleyStack) => void = () => undefined,
): void =>
  withApp((app) => {
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    add(new ParleyStack(app, 'Test', { settings: checkSettings(given) }));
    app.synth();
  });
