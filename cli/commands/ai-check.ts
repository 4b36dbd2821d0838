import { type Command, Option } from 'commander';
import { checkAssistant } from '../../authoring/check.ts';
import { annotationOf, formatFinding } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import { CommandFailed, print } from '../output.ts';

/** `parley ai check FOLDER` */
export function addAiCheck(parent: Command): void {
  parent
    .command('check')
    .description("find what is wrong in an assistant's folder, without training it")
    .argument('<folder>', 'the folder with assistant.yaml')
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--format <format>', 'github prints annotations for GitHub Actions')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .action(async (folder: string, { json: isJson, format }: { json?: boolean; format: string }) => {
      const json = isJson || format === 'json';
      const findings = checkAssistant(await readAssistant(folder));
      const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
      const [errors, warnings] = [count('error'), count('warning')];
      const lines = [
        ...findings.map((finding) =>
          format === 'github' ? annotationOf(finding, folder) : formatFinding(finding),
        ),
        `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.`,
      ];
      print(json, { errors, warnings, findings }, lines.join('\n'));
      if (errors > 0) throw new CommandFailed('The assistant has errors.', true);
    });
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
