/** The parts of a CloudFormation template that are read here. */
export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
}

/** The attributes that CloudFormation would know of a created resource. */
export interface Physical {
  /** The value of `Ref`. */
  ref: string;
  attributes?: Readonly<Record<string, string>>;
}

export const ACCOUNT = '000000000000';
export const REGION = 'local';

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Region': REGION,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

/**
 * Evaluates CloudFormation's functions in a template value.
 * @param physicalOf returns a resource by logical id; an unknown one is named by its logical id
 * @throws {Error} for an unsupported function
 */
export function evaluate(value: unknown, physicalOf: (logicalId: string) => Physical | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => evaluate(item, physicalOf));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [[name, argument] = ['', undefined]] = entries;
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    return call(name, argument, physicalOf);
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, evaluate(item, physicalOf)]));
}

function call(name: string, raw: unknown, physicalOf: (id: string) => Physical | undefined): unknown {
  const reference = (id: string) => PSEUDO_PARAMETERS[id] ?? physicalOf(id)?.ref ?? id;
  const argument = evaluate(raw, physicalOf);
  const list = Array.isArray(argument) ? argument : [];
  switch (name) {
    case 'Ref':
      return reference(String(argument));
    case 'Fn::GetAtt':
      return physicalOf(String(list[0]))?.attributes?.[String(list[1])] ?? list.join('.');
    case 'Fn::Join':
      return [list[1]].flat().join(String(list[0]));
    case 'Fn::Split':
      return String(list[1]).split(String(list[0]));
    case 'Fn::Select':
      return [list[1]].flat()[Number(list[0])];
    case 'Fn::Sub': {
      const text = String(list[0] ?? argument);
      return text.replace(/\$\{([^}!]+)\}/g, (_match, id: string) => reference(id));
    }
    default:
      throw new Error(`the template uses ${name}, which is not supported here`);
  }
}
