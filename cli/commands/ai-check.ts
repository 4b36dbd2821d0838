import { type Command, Option } from 'commander';
import { checkAssistant } from '../../authoring/check.ts';
import { compileGraph } from '../../authoring/compile-graph.ts';
import { deedProof } from '../../authoring/deed-proof.ts';
import { annotationOf, formatFinding, hasErrors } from '../../authoring/findings.ts';
import { readAssistant } from '../../authoring/read-folder.ts';
import type { DeedWay, VersionDeed } from '../../functions/shared/domain/versions/deeds.ts';
import { CommandFailed, print } from '../output.ts';

interface Options {
  json?: boolean;
  format: string;
  deeds?: boolean;
}

/** `parley ai check FOLDER` */
export function addAiCheck(parent: Command): void {
  parent
    .command('check')
    .description("check an assistant's folder for errors, without training it")
    .argument('<folder>', 'the folder with assistant.yaml')
    .option('--json', 'print one JSON document')
    .option('--deeds', 'list every way into each deed and what guards it')
    .addOption(
      new Option('--format <format>', 'github prints annotations for GitHub Actions')
        .choices(['text', 'json', 'github'])
        .default('text'),
    )
    .action(async (folder: string, { json: isJson, format, deeds: isProof = false }: Options) => {
      const json = isJson || format === 'json';
      const authored = await readAssistant(folder);
      const findings = checkAssistant(authored);
      const isSound = authored.assistant !== null && !hasErrors(findings);
      const deeds =
        isSound && authored.assistant ? deedProof(compileGraph(authored.assistant.form, authored)) : [];
      const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
      const [errors, warnings] = [count('error'), count('warning')];
      const found = findings.map((finding) =>
        format === 'github' ? annotationOf(finding, folder) : formatFinding(finding),
      );
      const lines =
        isProof && isSound
          ? deeds.flatMap(proofLines)
          : [...found, `${plural(errors, 'error')}, ${plural(warnings, 'warning')}.${deedsIn(deeds)}`];
      print(json, isProof && isSound ? { deeds } : { errors, warnings, findings, deeds }, lines.join('\n'));
      if (errors > 0) throw new CommandFailed('The assistant has errors.', true);
    });
}

const REASONS: Readonly<Record<VersionDeed['reason'], string>> = {
  declared: 'declared by its author',
  yes: 'a yes leads to it, and its competency has business logic',
  goes_on: 'its business logic is called right after a deed',
};

const GUARDS: Readonly<Record<DeedWay['guard'], string>> = {
  yes: 'asks for a yes',
  asked: 'Parley asks for a yes',
  closed: 'is never taken',
  business_logic: 'the server leads there, without another call',
  after_deed: 'the deed before it was agreed to',
  none: 'nobody is asked',
};

const deedsIn = (deeds: readonly VersionDeed[]): string =>
  deeds.length === 0 ? '' : ` Deeds: ${deeds.map(({ state }) => state).join(', ')}.`;

const proofLines = (deed: VersionDeed): string[] => [
  `deed: ${deed.state}: ${REASONS[deed.reason]}`,
  ...deed.ways.map(({ from, on, guard, unsaid }) => {
    const untold = unsaid.map(
      ({ slot, in: places, perhaps }) =>
        `${slot} (${places.join(', ')}${perhaps ? '; possibly by the business logic' : ''})`,
    );
    const tells =
      guard !== 'yes'
        ? ''
        : untold.length === 0
          ? ', naming all values'
          : `; not named: ${untold.join(', ')}`;
    return `  ${from}, on ${on}: ${GUARDS[guard]}${tells}`;
  }),
];

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
