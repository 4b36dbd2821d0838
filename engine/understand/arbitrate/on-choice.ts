import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { Hearing, labelProbability, surest } from './hearing.ts';

/** Decides while the user chooses between labels. */
export class OnChoice extends Hearing {
  decide(labels: readonly string[]): Proposal[] {
    const ofLabels = (among: readonly string[]) =>
      surest(this.all.filter(({ command }) => command.do === 'start' && among.includes(command.label)));
    const first = ofLabels(labels);
    const second = ofLabels(
      labels.filter((label) => first?.command.do === 'start' && label !== first.command.label),
    );
    if (first !== undefined && first.score >= CERTAINTY.doubt && first.score > (second?.score ?? 0))
      return [first];
    const whole = this.whole;
    const isWish = (whole?.score ?? 0) >= CERTAINTY.sure || labelProbability(whole) >= CERTAINTY.certain;
    if (whole !== undefined && isWish) return [whole];
    const leave = this.best('cancel', 'deny');
    if (leave !== undefined && leave.score >= CERTAINTY.likely) return [leave];
    const talk = this.smallTalk(CERTAINTY.likely);
    if (talk !== undefined) return [talk];
    return this.hasDocument() ? this.askFaq() : this.invent({ do: 'repeat' });
  }
}
