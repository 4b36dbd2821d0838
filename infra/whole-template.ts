import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A CloudFormation template. */
export interface StackTemplate {
  Resources: Record<string, StackResource>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface StackResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
}

/** The stacks of one deployment, by the logical ids of the nested stacks; the outer stack has the empty id. */
export type StackTemplates = ReadonlyMap<string, StackTemplate>;

const NESTED = 'AWS::CloudFormation::Stack';

/**
 * Reads a stack and its nested stacks.
 * @param folder a cloud assembly, as `cdk synth` writes it
 * @throws {Error} if the assembly does not have the template of a nested stack
 */
export function readStacks(folder: string, stack: string): StackTemplates {
  const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const outer: StackTemplate = read(`${stack}.template.json`);
  const { files }: { files: Record<string, { source: { path: string } }> } = read(`${stack}.assets.json`);
  const stacks = new Map([['', outer]]);
  for (const [id, { Type, Properties }] of Object.entries(outer.Resources)) {
    if (Type !== NESTED) continue;
    const [, asset = ''] = /([0-9a-f]{64})\.json/.exec(JSON.stringify(Properties?.TemplateURL)) ?? [];
    const file = files[asset];
    if (file === undefined) throw new Error(`${folder} has no template of the nested stack ${id}`);
    stacks.set(id, read(file.source.path));
  }
  return stacks;
}

/**
 * One template with the resources of all stacks, as if none were nested: parameters and outputs of nested stacks are
 * replaced by their values.
 * @throws {Error} if two stacks have a resource of the same id
 */
export function wholeTemplate(stacks: StackTemplates): StackTemplate {
  const { Resources: _resources, ...outer } = stacks.get('') ?? { Resources: {} };
  const Resources: Record<string, StackResource> = {};
  for (const [stack, template] of stacks) {
    for (const [id, resource] of Object.entries(template.Resources)) {
      if (resource.Type === NESTED) continue;
      if (id in Resources) throw new Error(`two stacks have a resource ${id}`);
      const on = [...waitsOf(stack, stacks), ...[resource.DependsOn ?? []].flat()];
      const own = on.length === 0 ? resource : { ...resource, DependsOn: on };
      Resources[id] = resolved(own, stack, stacks) as StackResource;
    }
  }
  return { ...(resolved(outer, '', stacks) as typeof outer), Resources };
}

/** A value of a stack without references to parameters and outputs of nested stacks. */
function resolved(value: unknown, stack: string, stacks: StackTemplates): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, stack, stacks));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: [string, string] };
  if (Ref !== undefined) {
    const parameters = stacks.get('')?.Resources[stack]?.Properties?.Parameters;
    const given = (parameters as Record<string, unknown> | undefined)?.[Ref];
    return given === undefined ? value : resolved(given, '', stacks);
  }
  const [id = '', name = ''] = attribute ?? [];
  const output = stack === '' ? stacks.get(id)?.Outputs?.[name.replace(/^Outputs\./, '')] : undefined;
  if (output !== undefined) return resolved(output.Value, id, stacks);
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    key === 'DependsOn' ? dependencies(item, stacks) : resolved(item, stack, stacks),
  ]);
  return Object.fromEntries(entries);
}

/** What each resource of a nested stack waits for, as the stack does. */
const waitsOf = (stack: string, stacks: StackTemplates): string[] =>
  [stacks.get('')?.Resources[stack]?.DependsOn ?? []].flat();

/** A resource that depends on a nested stack depends on all its resources. */
const dependencies = (on: string | string[], stacks: StackTemplates): string[] =>
  [on].flat().flatMap((id) => Object.keys(stacks.get(id)?.Resources ?? { [id]: '' }));
