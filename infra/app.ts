import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { readSettings, SettingsError } from './settings.ts';
import { ParleyStack } from './stack.ts';

/** The deployment, as the settings in the CDK's context want it. */
await buildEncoder();
const app = new App();
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
try {
  const settings = readSettings(app.node.getAllContext());
  new ParleyStack(app, settings.stackName, { settings });
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
