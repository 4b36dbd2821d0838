import type { JSX } from 'preact';
import type { LoggedConversation, QueryAnswer } from '../typescript/index.ts';
import { Table } from './fields.tsx';
import { number, percent } from './format.ts';
import { useLanguage, useTexts } from './language.ts';

type LoggedTurn = LoggedConversation['turns'][number];
type Explanation = NonNullable<QueryAnswer['explanation']>;
type Proposal = Explanation['proposals'][number];

/** Explains how a turn was understood: the outcome first, details on demand. */
export function Why({
  query,
  outcome,
  competency,
  state,
  intent,
  milliseconds,
  businessLogic,
  slots,
  explanation,
}: {
  query: string | undefined;
  outcome?: LoggedTurn['outcome'];
  competency: string;
  state: string;
  intent: string | null;
  milliseconds?: number;
  businessLogic?: LoggedTurn['business_logic'];
  slots: Readonly<Record<string, unknown>>;
  explanation: Explanation | null | undefined;
}): JSX.Element {
  const { why, turnOutcomes } = useTexts();
  const language = useLanguage();
  const held = Object.entries(slots);
  return (
    <div class="why">
      <dl class="facts">
        {outcome !== undefined && (
          <Fact title={why.outcome}>
            <span class={`outcome ${outcome}`}>{turnOutcomes[outcome]}</span>
          </Fact>
        )}
        <Fact title={why.place}>
          <code>{competency}</code> → <code>{state}</code>
        </Fact>
        {intent !== null && (
          <Fact title={why.intent}>
            <code>{intent}</code>
          </Fact>
        )}
        {businessLogic != null && (
          <Fact title={why.businessLogic}>
            {businessLogic.status} ({number(language, businessLogic.milliseconds)} ms)
          </Fact>
        )}
        {milliseconds !== undefined && (
          <Fact title={why.took}>{number(language, Math.round(milliseconds))} ms</Fact>
        )}
        {held.map(([name, values]) => (
          <Fact key={name} title={name}>
            <span dir="auto">{slotText(values)}</span>
          </Fact>
        ))}
      </dl>
      {explanation == null ? (
        <p class="soft small">{why.none}</p>
      ) : (
        <details>
          <summary>{why.title}</summary>
          <Explained explanation={explanation} query={query} />
        </details>
      )}
    </div>
  );
}

const Fact = ({ title, children }: { title: string; children: preact.ComponentChildren }): JSX.Element => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** The words of a slot's values; a value without words is shown completely. */
function slotText(values: unknown): string {
  const list: unknown[] =
    typeof values === 'object' && values !== null && 'values' in values && Array.isArray(values.values)
      ? values.values
      : Array.isArray(values)
        ? values
        : [values];
  return list
    .map((value) => {
      if (typeof value === 'string') return value;
      const tokens =
        typeof value === 'object' && value !== null && 'tokens' in value ? value.tokens : undefined;
      return typeof tokens === 'string' ? tokens : JSON.stringify(value);
    })
    .join(', ');
}

function Explained({
  explanation,
  query,
}: {
  explanation: Explanation;
  query: string | undefined;
}): JSX.Element {
  const { why } = useTexts();
  const language = useLanguage();
  const { ranked, out_of_scope, acts, proposals, transitions, asked, faq, findings } = explanation;
  const shares = [
    ...ranked.map(({ label, probability }): [string, number] => [label, probability]),
    ...(out_of_scope === null ? [] : [[why.outOfScope, out_of_scope] satisfies [string, number]]),
  ];
  const wordsOf = ({ start, end }: Proposal): string => query?.slice(start, end) ?? '';
  return (
    <>
      {shares.length > 0 && <Shares title={why.labels} shares={shares} />}
      {Object.keys(acts).length > 0 && (
        <Shares title={why.acts} shares={Object.entries(acts).sort(([, left], [, right]) => right - left)} />
      )}
      {proposals.length > 0 && (
        <Table caption={why.proposals} head={[why.command, why.words, why.score, why.by, why.became]}>
          {proposals.map((proposal, index) => (
            <tr key={index}>
              <th scope="row">
                {[proposal.command, proposal.label ?? proposal.slot].filter(Boolean).join(' ')}
              </th>
              <td dir="auto">{wordsOf(proposal)}</td>
              <td>{percent(language, proposal.score)}</td>
              <td>{proposal.by}</td>
              <td>{proposal.became}</td>
            </tr>
          ))}
        </Table>
      )}
      <Lines
        title={why.transitions}
        lines={transitions.map(({ from, to, on }) => `${from} → ${to} (${on})`)}
      />
      <Lines title={why.asked} lines={asked === null ? [] : [asked]} />
      <Lines
        title={why.faq}
        lines={(faq ?? []).flatMap(({ collection, candidates }) =>
          candidates.map(({ title, score }) => `${collection}: ${title} ${percent(language, score)}`),
        )}
      />
      <Lines title={why.findings} lines={findings} />
    </>
  );
}

function Shares({ title, shares }: { title: string; shares: readonly [string, number][] }): JSX.Element {
  const language = useLanguage();
  return (
    <section class="ranking small">
      <h3>{title}</h3>
      <ul>
        {shares.map(([name, share]) => (
          <li key={name}>
            <span>{name}</span>
            <span class="soft">{percent(language, share)}</span>
            <span class="bar" style={{ inlineSize: `${100 * Math.min(1, Math.max(0, share))}%` }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }): JSX.Element | null =>
  lines.length === 0 ? null : (
    <section class="small">
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    </section>
  );
