import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { chosenEncoder, type EncoderChoice, namesLanguage } from '../engine/train/encoder/choice.ts';
import { ANY_ORIGIN } from '../functions/shared/http/cors.ts';
import { ERROR_ALIASES } from '../functions/shared/http/error-aliases.ts';
import { ALL_FUNCTIONS } from './functions.ts';

/** CloudWatch keeps logs for these numbers of days only. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** Every answer compares the request's origin with each. */
const MAX_ORIGINS = 20;

/** Lines of turns are kept as long as the table's own counters, unless it is said otherwise; ten years at most. */
const DEFAULT_KEEP_DAYS = 400;
const MAX_KEEP_DAYS = 3650;

/** The parts of AWS WAF's and API Gateway's own limits that a setting can break. */
const text = z.string().check(z.minLength(1));
const wholeNumber = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));
const functionName = z.string().check(
  z.refine((name) => Object.hasOwn(ALL_FUNCTIONS, name), {
    error: `is no function; there are ${Object.keys(ALL_FUNCTIONS).join(', ')}`,
  }),
);
const arn = (service: string) =>
  z.string().check(
    z.regex(new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:.+$`), {
      error: `must be an ARN of ${service}`,
    }),
  );
const origins = z
  .array(
    z.string().check(
      z.refine((value) => value === ANY_ORIGIN || (URL.canParse(value) && new URL(value).origin === value), {
        error: 'must be * or an origin such as https://app.example.com, without a path',
      }),
    ),
  )
  .check(
    z.refine((list) => list.length >= 1 && list.length <= MAX_ORIGINS, {
      error: `names 1 to ${MAX_ORIGINS} origins`,
    }),
    z.refine((list) => list.length === 1 || !list.includes(ANY_ORIGIN), {
      error: '* already stands for every origin: name it alone, or name the others',
    }),
    z.refine((list) => new Set(list).size === list.length, { error: 'names an origin twice' }),
  );

/** Requests a second, and how many may come at once. */
const throttle = z.strictObject({ rate: wholeNumber(1, 100_000), burst: wholeNumber(1, 100_000) });

/** AWS keeps names that begin with `aws:` to itself. */
const TAG_KEY = /^(?!aws:)[\p{L}\p{N} _.:/=+@-]{1,128}$/iu;

const wafLimit = wholeNumber(10, 2_000_000_000);
const WAF = {
  enabled: true,
  managedRules: true,
  requestsPerCredential: 60_000,
  otherRequestsPerCredential: 6_000,
  requestsPerAddress: 10_000,
  credentialedRequestsPerAddress: 120_000,
  oauthRequestsPerAddress: 300,
};

/** Says that alarms tell nobody. */
export const NO_TOPIC = 'none';

const settingsSchema = z.strictObject({
  /** The stack's name: several deployments may share an account. */
  stackName: z._default(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/)), 'Parley'),
  /** Tags that CloudFormation gives the stack and everything in it, such as who pays for it. */
  tags: z._default(
    z.record(z.string(), z.string().check(z.maxLength(256))).check(
      z.refine((tags) => Object.keys(tags).every((key) => TAG_KEY.test(key)), {
        error: 'names must be 1 to 128 letters, digits, spaces or _.:/=+-@, and not begin with aws:',
      }),
    ),
    {},
  ),
  /** The first segment of the API's own address; a custom domain hides it. */
  stageName: z._default(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/)), 'api'),
  /** A domain of your own; its certificate is in the same region. Without a zone, the DNS record is yours to make. */
  customDomain: z.optional(
    z
      .strictObject({
        name: z
          .string()
          .check(z.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, { error: 'must be a host name in lower case' })),
        certificateArn: arn('acm'),
        hostedZoneId: z.optional(text),
        hostedZoneName: z.optional(text),
        /** If true, the service also answers at the API's own address, past what stands before the domain. */
        keepDefaultEndpoint: z._default(z.boolean(), false),
      })
      .check(
        z.refine((domain) => (domain.hostedZoneId === undefined) === (domain.hostedZoneName === undefined), {
          error: 'needs both hostedZoneId and hostedZoneName, or neither',
        }),
      ),
  ),
  /** 0 refuses a revoked credential at once; more saves the authorizer's call for as long. */
  authorizerCacheSeconds: z._default(wholeNumber(0, 300), 0),
  /** The origins whose pages may call from a browser. */
  corsOrigins: z._default(origins, [ANY_ORIGIN]),
  /** Fields that error bodies have for clients of the original service, which read no `error_description`. */
  errorAliases: z._default(z.array(z.enum(ERROR_ALIASES)), []),
  /** The requests that the whole deployment takes; `routes` names routes of their own, as `POST /v1/query`. */
  throttles: z._default(
    z.strictObject({
      all: z._default(throttle, { rate: 500, burst: 1000 }),
      /** Every route under `/v1/oauth`. One address may send less, so that none can stop all others' sign-ins. */
      oauth: z._default(throttle, { rate: 500, burst: 1000 }),
      routes: z._default(z.record(z.string(), throttle), {}),
    }),
    { all: { rate: 500, burst: 1000 }, oauth: { rate: 500, burst: 1000 }, routes: {} },
  ),
  /** Requests in five minutes, over which AWS WAF refuses; `enabled: false` saves its price. */
  waf: z._default(
    z.strictObject({
      enabled: z._default(z.boolean(), WAF.enabled),
      /** AWS's lists of bad addresses and of what attacks look like. */
      managedRules: z._default(z.boolean(), WAF.managedRules),
      /** The requests with one `Authorization` header, from wherever. */
      requestsPerCredential: z._default(wafLimit, WAF.requestsPerCredential),
      /** Those of them that are neither queries nor a client's own under `/v1/oauth`. */
      otherRequestsPerCredential: z._default(wafLimit, WAF.otherRequestsPerCredential),
      /** The requests without a credential, from one address. */
      requestsPerAddress: z._default(wafLimit, WAF.requestsPerAddress),
      /**
       * The requests with whatever credentials, valid or not, from one address: servers and offices have one for many
       * callers.
       */
      credentialedRequestsPerAddress: z._default(wafLimit, WAF.credentialedRequestsPerAddress),
      /**
       * The requests under `/v1/oauth`, where secrets can be guessed, from one address, but for those of clients that
       * name themselves by Basic.
       */
      oauthRequestsPerAddress: z._default(wafLimit, WAF.oauthRequestsPerAddress),
    }),
    WAF,
  ),
  logRetentionDays: z._default(
    z.int().check(
      z.refine((days) => RETENTION_DAYS.includes(days), {
        error: `must be one of ${RETENTION_DAYS.join(', ')}`,
      }),
    ),
    30,
  ),
  /** The days for which events of the audit trail are kept; the functions have a default of their own. */
  auditRetentionDays: z.optional(wholeNumber(1, 36_500)),
  /** The issuer's identifier for OAuth metadata. Default: the domain of one's own, else the gateway's address. */
  issuer: z.optional(
    z
      .string()
      .check(z.regex(/^https:\/\/[^?#\s]+$/, { error: 'must be an https URL without a query or fragment' })),
  ),
  /** Megabytes by function, where its own are not right for you. */
  memoryMegabytes: z._default(z.record(functionName, wholeNumber(128, 10_240)), {}),
  /**
   * A sentence encoder of one's own, by its folder or package, and the languages that it reads. Default: what
   * `PARLEY_ENCODER` names, or else the one that Parley comes with.
   */
  encoder: z.optional(
    z.strictObject({
      source: text,
      languages: z
        .array(
          z.string().check(
            z.refine(namesLanguage, {
              error: 'must be ISO 639-1 codes, or * for every language',
            }),
          ),
        )
        .check(z.minLength(1)),
    }),
  ),
  /** Environments that are kept warm, by function. */
  provisionedConcurrency: z._default(z.record(functionName, wholeNumber(1, 1000)), {}),
  /**
   * If true, new code first takes a tenth of the requests for five minutes, and is rolled back if it fails. A deployment
   * takes five minutes longer.
   */
  canaryDeployments: z._default(z.boolean(), false),
  /**
   * If true, the stack gives API Gateway its right to write logs. That is one setting for an account and region:
   * false where another stack has made it.
   */
  accountLogging: z._default(z.boolean(), true),
  /**
   * If true, functions write their metrics by institution, too: CloudWatch charges for each that it sees in a month.
   */
  metricsByInstitution: z._default(z.boolean(), false),
  /** If true, X-Ray traces requests: API Gateway, each function, and what it calls. It costs by the trace. */
  tracing: z._default(z.boolean(), false),
  /**
   * The delivery of logged turns to S3, for figures by Athena, with the days for which their lines are kept there.
   */
  analytics: z.optional(
    z.strictObject({ keepDays: z._default(wholeNumber(1, MAX_KEEP_DAYS), DEFAULT_KEEP_DAYS) }),
  ),
  /** An SNS topic that alarms tell; `none` where they tell nobody. Left out, the synthesis warns. */
  alarmTopicArn: z.optional(z.union([z.literal(NO_TOPIC), arn('sns')])),
  /** The network in which the query function runs, so that it reaches business logic that has no public address. */
  vpc: z.optional(
    z.strictObject({
      vpcId: z.string().check(z.regex(/^vpc-[0-9a-f]+$/)),
      availabilityZones: z.array(text).check(z.minLength(1)),
      subnetIds: z.array(z.string().check(z.regex(/^subnet-[0-9a-f]+$/))).check(z.minLength(1)),
      securityGroupIds: z.array(z.string().check(z.regex(/^sg-[0-9a-f]+$/))).check(z.minLength(1)),
    }),
  ),
  /** False only for deployments that are to be thrown away: tables and artifacts then go with the stack's. */
  deletionProtection: z._default(z.boolean(), true),
  /** Names that `POST /v1/oauth` takes beside `service_user_id`. */
  serviceUserIdAliases: z._default(z.array(z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))), [
    'clinc_user_id',
  ]),
  /** Ranges (CIDR) that business logic may be called in although they are not public, such as a VPC's. */
  businessLogic: z._default(
    z.strictObject(
      {
        allowedRanges: z._default(
          z.array(z.union([z.cidrv4(), z.cidrv6()], 'must be a range such as 10.0.0.0/8')),
          [],
        ),
        /** The slow calls of one server under way: about a twentieth of the executions that the account has. */
        slowCalls: z.optional(wholeNumber(1, 100_000)),
      },
      {
        error: (issue) =>
          issue.code === 'unrecognized_keys'
            ? `has no ${issue.keys.join(', ')}: names belong to an institution, see npx parley bls set --help`
            : undefined,
      },
    ),
    { allowedRanges: [] },
  ),
});

/** The settings of a deployment (docs/OPERATIONS.md lists all of them). */
export type Settings = z.output<typeof settingsSchema>;
export type GivenSettings = z.input<typeof settingsSchema>;

/** The encoder that a deployment gets; null for the one that Parley comes with. */
export const deployedEncoder = ({ encoder }: Pick<Settings, 'encoder'>): EncoderChoice | null =>
  encoder === undefined
    ? chosenEncoder()
    : { source: encoder.source, languages: [...new Set(encoder.languages)].sort() };

/** Every setting's name. */
export const SETTING_NAMES = Object.keys(settingsSchema.shape);

/** The form of a setting's name in the context: the CDK's own names have a colon, a slash or a dash. */
const SETTING_NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Settings that cannot be deployed; the message names each fault and where it is. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Checks settings and fills in the defaults.
 * @throws {SettingsError}
 */
export function checkSettings(given: unknown = {}): Settings {
  const parsed = settingsSchema.safeParse(given, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'settings'}: ${message}`,
  );
  throw new SettingsError(`The settings cannot be deployed:\n${faults.join('\n')}`);
}

/** The context's name for the file of an environment. */
const CONFIG = 'config';
const CONFIG_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const CONFIG_FOLDER = new URL('config/', import.meta.url);

/**
 * Reads the settings of a deployment from the CDK's context: `-c name=value`, where a value is JSON wherever it is no
 * mere text, over the file that `-c config=NAME` names, `infra/config/NAME.json`. The stack of an environment has the
 * environment's name unless it says another, so that none takes the place of another's.
 * @throws {SettingsError} also for an unknown name: a mistyped setting would otherwise have no effect
 */
export function readSettings(
  context: Readonly<Record<string, unknown>>,
  folder: URL = CONFIG_FOLDER,
): Settings {
  const { [CONFIG]: name, ...given } = Object.fromEntries(
    Object.entries(context)
      .filter(([setting]) => SETTING_NAME.test(setting))
      .map(([setting, value]) => [
        setting,
        typeof value === 'string' && setting !== CONFIG ? parseText(value) : value,
      ]),
  );
  return checkSettings({ ...(name === undefined ? {} : readConfig(String(name), folder)), ...given });
}

/** @throws {SettingsError} if the file does not exist or is not a JSON object */
function readConfig(name: string, folder: URL): Record<string, unknown> {
  if (!CONFIG_NAME.test(name)) {
    throw new SettingsError(
      `config: "${name}" is no name of an environment: lower-case letters, digits, dashes`,
    );
  }
  const names = configNames(folder);
  if (!names.includes(name)) {
    const known = names.length === 0 ? 'none' : names.join(', ');
    throw new SettingsError(`config: there is no infra/config/${name}.json; there is ${known}`);
  }
  const config = parseText(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const parsed = z.record(z.string(), z.unknown()).safeParse(config);
  if (!parsed.success)
    throw new SettingsError(`infra/config/${name}.json: must be one JSON object of settings`);
  return { stackName: `Parley-${name}`, ...parsed.data };
}

/** The environments that have a file. */
export const configNames = (folder: URL = CONFIG_FOLDER): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

function parseText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
