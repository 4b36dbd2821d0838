import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'not|isn t|wasn t|isnt|wasnt|never',
  notIfHeld: 'scratch|forget|forget about|ditch|remove|cross out|strike|lose',
  offer:
    'why not|no more than|not more than|no less than|not less than|no fewer than|no later than|not later than|no earlier than|no longer than|not longer than',
  notBetween: `
    but|sure|only|just|more|less|before|after|until|later|earlier|than|know|if|so|and|because|cause|cos|since`,
  but: 'but|but rather|rather|it s|its',
  insteadOf: 'instead of|rather than|in place of',
  instead: 'instead|rather|better|is better|suits better|works better|would be better',
  excess: `
    too early|too late|too soon|too much|too many|too few|too little|too expensive|too dear|too pricey|too far
    too close|too near|too long|too short|too big|too small|too large|too high|too low|too cold|too hot
    too crowded|too tight|too hard|too difficult|too easy|too heavy|too loud|too dark`,
  repair: `
    sorry|i mean|i meant|no wait|wait no|no|or rather|rather|make that|scratch that|correction|actually|oops
    pardon|ah no|oh no|no no|hang on|i said|or no|wait`,
  change: 'change|replace|switch|swap|move|shift|turn',
  into: 'to|into|with|for|by|onto',
  also: 'also|add|plus|as well|and also|additionally',
  alsoBehind: 'too',
  other: 'the other one|the other|other one|other',
  swapped: `
    other way round|other way around|opposite direction|vice versa|swap them|swap|switch them|switch the
    the reverse|reverse direction|backwards|wrong way round|wrong way around|mixed up`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'from|out of|leaving|leave|departing|starting|off from|at',
    called: 'origin|from|source|start|departure|pickup|leave|starting|sender',
  }),
  destination: listsOf({
    beside: 'to|into|towards|toward|for|reach|visit|arriving|going',
    called: 'destination|to|target|arrival|dropoff|go|going|recipient|arrive',
  }),
  begin: listsOf({
    beside: `
      leaving|leave|depart|departing|starting|start|from|out|outbound|going|check in|checking in|arriving
      beginning|pick up|pickup|outward|departure`,
    called: 'depart|departure|start|begin|from|outbound|leave|check in|checkin|pickup|since|first',
  }),
  end: listsOf({
    beside: `
      return|returning|back|until|till|come back|coming back|go back|home|inbound|ending|end|check out
      checking out|drop off|way back|way home|to|through`,
    called: 'return|end|until|till|back|inbound|check out|checkout|dropoff|last|to',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'more|extra|additional',
  less: 'less|fewer',
  another: 'another',
  one: 'one|a|an|another',
  later: 'later|after that|after',
  earlier: 'earlier|sooner|before that|before',
  longer: 'longer|more|extra',
  shorter: 'shorter|less',
  dayAfter: 'day after|next day|following day|day later|day after that',
  dayBefore: 'day before|previous day|day earlier|day before that',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'also',
  joining: 'and|n|but|then|also|oh|plus|and then|and also|by the way|so',
  precedence: 'first|beforehand|before that|before you do|before this|before',
  questions: 'what|when|where|which|who|why|how|do|does|is|are|can|could|will|would|did|whose|what s|how s',
  followUps: `
    and|what about|how about|and what about|same for|same again for|same again with|the same again for
    same thing for|same with|the same with|n|n what about|n how about|the same for|or|also|then|what if
    make that|make it|and if|only|just`,
  pointing: `
    it|its|them|that one|this one|the same one|the one|is that|does that|would that|will that|for that|of that`,
  pointingAtEnd: 'that|this|those|these|that in|this in|that up|this up|that down|this down',
  places: 'there|that place|over there',
  noPlaces: `
    is there|are there|was there|were there|will there|would there|isn t there|aren t there|there is|there are
    there s|there was|there were|there will|there would|there re|there ll|hi there|hello there|hey there
    there you go|there we go|out there|is anybody there|anyone there|anybody there|you there`,
  same: 'the same|same|that same',
  again: `
    same again|the same again|same thing again|the same thing again|same as before|same as last time
    the same as before|the same as last time`,
  demonstratives: 'this|that|these|those|the same',
});

export const kinds: WordsOfKinds = listsOf({
  date: 'day|date',
  time: 'time|hour',
  money: 'amount|sum|price',
  phone: 'number|phone|mobile|cell',
  email: 'address|email|mail',
  duration: 'length|duration',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  from to in on at for of with by the a an my our your this that these it its is are am be was were i we me us
  you make mean meant said use take would should instead only about like want please thanks thank yes yeah no
  ok okay well so just actually sorry and or then oh um uh hm hmm need prefer have get put let s m re ll d
  going go there here now one ones`);

export const yesNo = listsOf({ yes: 'yes', no: 'no' });
