import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { withApp } from './stack.ts';

/**
 * Synthesises stacks under cdk-nag's AwsSolutions.
 * @param add adds the stacks
 * @throws {Error} for findings that are not acknowledged
 */
export const synthesizeWithNag = (add: (app: App) => void): void =>
  withApp((app) => {
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    add(app);
    app.synth();
  });
