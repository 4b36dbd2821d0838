import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { withApp } from './stack.ts';

/**
 * Synthesises a deployment under cdk-nag's AwsSolutions.
 * @param add what is put into the stack beside what is ours
 * @throws {Error} where they find what is not explained
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
