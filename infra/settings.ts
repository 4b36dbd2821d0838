import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { chosenEncoder, type EncoderChoice, namesLanguage } from '../engine/train/encoder/choice.ts';
import { ANY_ORIGIN } from '../functions/shared/http/cors.ts';
import { ERROR_ALIASES } from '../functions/shared/http/error-aliases.ts';
import { ALL_FUNCTIONS, CHANNELS, DESKS } from './functions.ts';
import { TABLES } from './tables.ts';

/** The retention periods in days that CloudWatch supports. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** Limited because every answer compares the request's origin with each. */
const MAX_ORIGINS = 20;

/** Default retention of exported lines: as long as the table's counters. The maximum is ten years. */
const DEFAULT_KEEP_DAYS = 400;
const MAX_KEEP_DAYS = 3650;

/** Limits of AWS WAF and API Gateway that a setting could exceed. */
const text = z.string().check(z.minLength(1));
const wholeNumber = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));
const functionName = z.string().check(
  z.refine((name) => Object.hasOwn(ALL_FUNCTIONS, name), {
    error: `is not a function; the functions are ${Object.keys(ALL_FUNCTIONS).join(', ')}`,
  }),
);
const tableName = z.string().check(
  z.refine((name) => Object.hasOwn(TABLES, name), {
    error: `is not a table; the tables are ${Object.keys(TABLES).join(', ')}`,
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
      error: `must list 1 to ${MAX_ORIGINS} origins`,
    }),
    z.refine((list) => list.length === 1 || !list.includes(ANY_ORIGIN), {
      error: '* already allows every origin: use it alone, or list origins without it',
    }),
    z.refine((list) => new Set(list).size === list.length, { error: 'lists an origin twice' }),
  );

/** Requests per second, and the size of a burst. */
const throttle = z.strictObject({ rate: wholeNumber(1, 100_000), burst: wholeNumber(1, 100_000) });

/** Units per second that a new on-demand table allows; it cannot be warmed for fewer. */
export const FIRST_USE = { reads: 12_000, writes: 4000 };
const MAX_WARM_UNITS = 10_000_000;

const warmUnits = z
  .strictObject({
    reads: z.optional(wholeNumber(FIRST_USE.reads, MAX_WARM_UNITS)),
    writes: z.optional(wholeNumber(FIRST_USE.writes, MAX_WARM_UNITS)),
  })
  .check(
    z.refine(({ reads, writes }) => reads !== undefined || writes !== undefined, {
      error: 'must have reads or writes',
    }),
  );

/** A list of some of a record's names, each once. */
const names = <Name extends string>(what: string, known: Readonly<Partial<Record<Name, unknown>>>) =>
  z
    .array(
      z.enum(Object.keys(known) as Name[], {
        error: `is not a ${what}; use ${Object.keys(known).join(', ')}`,
      }),
      { error: `must be a list, such as ["${Object.keys(known)[0]}"]` },
    )
    .check(z.refine((list) => new Set(list).size === list.length, { error: `lists a ${what} twice` }));

/** AWS reserves names that begin with `aws:`. */
const TAG_KEY = /^(?!aws:)[\p{L}\p{N} _.:/=+@-]{1,128}$/iu;

const wafLimit = wholeNumber(10, 2_000_000_000);
const WAF = {
  enabled: true,
  managedRules: true,
  requestsPerCredential: 60_000,
  otherRequestsPerCredential: 6_000,
  requestsPerAddress: 10_000,
  credentialedRequestsPerAddress: 120_000,
  requestsPerChannel: 60_000,
  oauthRequestsPerAddress: 300,
};

/** The value that confirms that alarms notify no one. */
export const NO_TOPIC = 'none';

const settingsSchema = z.strictObject({
  /** The stack's name; one account may have several deployments. */
  stackName: z._default(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,127}$/)), 'Parley'),
  /** Tags for the stack and everything in it, for example for cost allocation. */
  tags: z._default(
    z.record(z.string(), z.string().check(z.maxLength(256))).check(
      z.refine((tags) => Object.keys(tags).every((key) => TAG_KEY.test(key)), {
        error: 'names must be 1 to 128 letters, digits, spaces or _.:/=+-@, and not begin with aws:',
      }),
    ),
    {},
  ),
  /** The first path segment of the API's own address; a custom domain hides it. */
  stageName: z._default(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/)), 'api'),
  /**
   * A custom domain; its certificate must be in the same region. Without a zone, you create the DNS record yourself.
   */
  customDomain: z.optional(
    z
      .strictObject({
        name: z
          .string()
          .check(z.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/, { error: 'must be a host name in lower case' })),
        certificateArn: arn('acm'),
        hostedZoneId: z.optional(text),
        hostedZoneName: z.optional(text),
        /**
         * If true, the service also answers at the API's own address, which bypasses anything in front of the domain.
         */
        keepDefaultEndpoint: z._default(z.boolean(), false),
      })
      .check(
        z.refine((domain) => (domain.hostedZoneId === undefined) === (domain.hostedZoneName === undefined), {
          error: 'needs both hostedZoneId and hostedZoneName, or neither',
        }),
      ),
  ),
  /**
   * How long the gateway caches the authorizer's answers. 0 refuses revoked credentials immediately; a longer time
   * saves calls.
   */
  authorizerCacheSeconds: z._default(wholeNumber(0, 300), 0),
  /** The origins whose pages may call from a browser. */
  corsOrigins: z._default(origins, [ANY_ORIGIN]),
  /** Additional error fields for clients of the original service that do not read `error_description`. */
  errorAliases: z._default(z.array(z.enum(ERROR_ALIASES)), []),
  /** Request limits of the whole deployment; `routes` sets limits for single routes, such as `POST /v1/query`. */
  throttles: z._default(
    z.strictObject({
      all: z._default(throttle, { rate: 500, burst: 1000 }),
      /**
       * For all routes under `/v1/oauth`. Each address has a lower limit, so that no caller can block the sign-ins of
       * all others.
       */
      oauth: z._default(throttle, { rate: 500, burst: 1000 }),
      routes: z._default(z.record(z.string(), throttle), {}),
    }),
    { all: { rate: 500, burst: 1000 }, oauth: { rate: 500, burst: 1000 }, routes: {} },
  ),
  /** Limits of requests in five minutes, enforced by AWS WAF; `enabled: false` saves its price. */
  waf: z._default(
    z.strictObject({
      enabled: z._default(z.boolean(), WAF.enabled),
      /** AWS's managed rules for known bad addresses and attack patterns. */
      managedRules: z._default(z.boolean(), WAF.managedRules),
      /** Requests with one `Authorization` header, from any address. */
      requestsPerCredential: z._default(wafLimit, WAF.requestsPerCredential),
      /**
       * Requests with one `Authorization` header that are neither queries nor a client's own requests under
       * `/v1/oauth`.
       */
      otherRequestsPerCredential: z._default(wafLimit, WAF.otherRequestsPerCredential),
      /** Requests without a credential from one address. */
      requestsPerAddress: z._default(wafLimit, WAF.requestsPerAddress),
      /**
       * Requests with any credentials, valid or not, or to any channel or desk, from one address: many callers may share
       * the address of a server, an office or a platform.
       */
      credentialedRequestsPerAddress: z._default(wafLimit, WAF.credentialedRequestsPerAddress),
      /** Requests from one address to one institution's channel or desk, whose platform signs them. */
      requestsPerChannel: z._default(wafLimit, WAF.requestsPerChannel),
      /**
       * Requests under `/v1/oauth`, where secrets could be guessed, from one address, except those of clients that use
       * Basic.
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
  /** How many days audit events are kept; default: the functions' retention. */
  auditRetentionDays: z.optional(wholeNumber(1, 36_500)),
  /** The issuer identifier for OAuth metadata. Default: the custom domain, or else the gateway's address. */
  issuer: z.optional(
    z
      .string()
      .check(z.regex(/^https:\/\/[^?#\s]+$/, { error: 'must be an https URL without a query or fragment' })),
  ),
  /** Memory in megabytes by function, to override the defaults. */
  memoryMegabytes: z._default(z.record(functionName, wholeNumber(128, 10_240)), {}),
  /**
   * Another sentence encoder, by folder or package, and its languages. Default: the encoder that `PARLEY_ENCODER`
   * names, or else Parley's own.
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
  /** Provisioned concurrency by function. */
  provisionedConcurrency: z._default(z.record(functionName, wholeNumber(1, 1000)), {}),
  /**
   * Read and write units per second that a table and its index allow from the start, by table. DynamoDB charges once
   * for what is above the first use of a new table, and never lowers them.
   */
  warmThroughput: z._default(z.record(tableName, warmUnits), {}),
  /**
   * If true, new code first gets a tenth of the requests for five minutes and is rolled back if it fails. This makes
   * a deployment five minutes longer.
   */
  canaryDeployments: z._default(z.boolean(), false),
  /**
   * If true, the stack gives API Gateway permission to write logs. That is one setting per account and region: use
   * false if another stack has set it.
   */
  accountLogging: z._default(z.boolean(), true),
  /**
   * If true, functions also write their metrics by institution. CloudWatch charges for each metric that it receives
   * in a month.
   */
  metricsByInstitution: z._default(z.boolean(), false),
  /** If true, X-Ray traces requests through API Gateway, functions and their calls. It is billed per trace. */
  tracing: z._default(z.boolean(), false),
  /** Exports logged turns to S3 for Athena, and how many days they are kept there. */
  analytics: z.optional(
    z.strictObject({ keepDays: z._default(wholeNumber(1, MAX_KEEP_DAYS), DEFAULT_KEEP_DAYS) }),
  ),
  /** If true, events of handed-over conversations are sent to institutions' webhooks. */
  webhooks: z._default(z.boolean(), false),
  /** The platforms whose users may write to assistants. Each adds a function, and all need what `webhooks` adds. */
  channels: z._default(names('channel', CHANNELS), []),
  /** If true, calls may be held over connections (Twilio's ConversationRelay, Jambonz). */
  voiceRelay: z._default(z.boolean(), false),
  /** The platforms where people may answer handed-over conversations. Each adds a function, and needs `webhooks`. */
  desks: z._default(names('desk', DESKS), []),
  /** The SNS topic for alarms; `none` for no notifications. If unset, synthesis prints a warning. */
  alarmTopicArn: z.optional(z.union([z.literal(NO_TOPIC), arn('sns')])),
  /** The network of the query function, to reach business logic without a public address. */
  vpc: z.optional(
    z.strictObject({
      vpcId: z.string().check(z.regex(/^vpc-[0-9a-f]+$/)),
      availabilityZones: z.array(text).check(z.minLength(1)),
      subnetIds: z.array(z.string().check(z.regex(/^subnet-[0-9a-f]+$/))).check(z.minLength(1)),
      securityGroupIds: z.array(z.string().check(z.regex(/^sg-[0-9a-f]+$/))).check(z.minLength(1)),
    }),
  ),
  /** False only for temporary deployments: tables and artifacts are then deleted with the stack. */
  deletionProtection: z._default(z.boolean(), true),
  /** Aliases of `service_user_id` at `POST /v1/oauth`. */
  serviceUserIdAliases: z._default(z.array(z.string().check(z.regex(/^[a-z][a-z0-9_]*$/))), [
    'clinc_user_id',
  ]),
  /** Non-public ranges (CIDR) where business logic may be called, such as a VPC's. */
  /**
   * How many requests of an institution may wait for messages, on average over 20 seconds: about a fifth of the account's
   * concurrent executions.
   */
  waiting: z.optional(wholeNumber(1, 100_000)),
  businessLogic: z._default(
    z.strictObject(
      {
        allowedRanges: z._default(
          z.array(z.union([z.cidrv4(), z.cidrv6()], 'must be a range such as 10.0.0.0/8')),
          [],
        ),
        /** Limit of concurrent slow calls per server: about a twentieth of the account's concurrent executions. */
        slowCalls: z.optional(wholeNumber(1, 100_000)),
      },
      {
        error: (issue) =>
          issue.code === 'unrecognized_keys'
            ? `does not have ${issue.keys.join(', ')}: names are set per institution, see npx parley bls set --help`
            : undefined,
      },
    ),
    { allowedRanges: [] },
  ),
});

/** The settings of a deployment; docs/OPERATIONS.md lists them all. */
export type Settings = z.output<typeof settingsSchema>;
export type GivenSettings = z.input<typeof settingsSchema>;

/** True if events of handed-over conversations are written, and delivered. */
export const sendsEvents = ({
  webhooks,
  channels,
  desks,
}: Pick<Settings, 'webhooks' | 'channels' | 'desks'>) => webhooks || channels.length > 0 || desks.length > 0;

/** The encoder of a deployment; null for Parley's own. */
export const deployedEncoder = ({ encoder }: Pick<Settings, 'encoder'>): EncoderChoice | null =>
  encoder === undefined
    ? chosenEncoder()
    : { source: encoder.source, languages: [...new Set(encoder.languages)].sort() };

/** Every setting's name. */
export const SETTING_NAMES = Object.keys(settingsSchema.shape);

/** The form of a setting's name in the context; the CDK's own names contain a colon, slash or dash. */
const SETTING_NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Invalid settings; the message names each error and its place. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Validates settings and fills in defaults.
 * @throws {SettingsError}
 */
export function checkSettings(given: unknown = {}): Settings {
  const parsed = settingsSchema.safeParse(given, { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'settings'}: ${message}`,
  );
  throw new SettingsError(`The settings are invalid:\n${faults.join('\n')}`);
}

/** The context name for an environment's settings file. */
const CONFIG = 'config';
const CONFIG_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const CONFIG_FOLDER = new URL('config/', import.meta.url);

/**
 * Reads a deployment's settings from the CDK context: `-c name=value`, where a value is parsed as JSON if possible, on
 * top of `infra/config/NAME.json` if `-c config=NAME` is set. The stack is named after that environment unless the
 * settings name it, so that environments never overwrite each other.
 * @throws {SettingsError} also for an unknown name, since a mistyped setting would otherwise have no effect
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
      `config: "${name}" is not an environment name: use lower-case letters, digits and dashes`,
    );
  }
  const names = configNames(folder);
  if (!names.includes(name)) {
    const known = names.length === 0 ? 'none' : names.join(', ');
    throw new SettingsError(`config: infra/config/${name}.json does not exist; available: ${known}`);
  }
  const config = parseText(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  const parsed = z.record(z.string(), z.unknown()).safeParse(config);
  if (!parsed.success)
    throw new SettingsError(`infra/config/${name}.json: must be one JSON object of settings`);
  return { stackName: `Parley-${name}`, ...parsed.data };
}

/** The environments that have a settings file. */
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
