import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: 'niet|geen|nooit|zeker niet',
  notIfHeld: '',
  offer:
    'waarom niet|waarom geen|niet meer dan|niet minder dan|niet later dan|niet eerder dan|niet langer dan',
  notBetween: `
    maar|zeker|alleen|enkel|slechts|meer|minder|voor|na|tot|later|eerder|dan|of|weet|en|want|omdat|dus`,
  but: 'maar|maar wel|wel|eerder|liever',
  insteadOf: 'in plaats van|in de plaats van|liever dan',
  instead: 'in plaats daarvan|liever|toch liever|beter|toch maar',
  excess: `
    te vroeg|te laat|te veel|te weinig|te duur|te ver|te dichtbij|te lang|te kort|te groot|te klein|te hoog
    te laag|te krap`,
  repair: `
    sorry|pardon|excuus|excuseer|ik bedoel|ik bedoelde|bedoel ik|ik zei|nee|nee wacht|nee sorry|nee nee
    nee toch|ach nee|ah nee|oh nee|eh nee|of nee|wacht|wacht even|of liever|of beter|beter gezegd|oftewel
    eigenlijk|correctie|oeps|ik vergis me|toch|of toch`,
  change: `
    wijzig|wijzigen|verander|veranderen|vervang|vervangen|verzet|verzetten|verplaats|verplaatsen|verschuif
    verschuiven|wissel|wisselen|ruil|ruilen|maak`,
  into: 'naar|in|door|voor|tot|van',
  also: 'ook|daarbij|erbij|bovendien|tevens|voeg|en ook',
  alsoBehind: '',
  other: 'de andere|het andere|andere',
  swapped: `
    andersom|omgekeerd|precies andersom|de andere kant op|andere richting|in omgekeerde richting|verwisseld
    omgewisseld|omdraaien|draai om|draai het om|verkeerd om|vice versa`,
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: 'van|vanaf|vanuit|uit|vertrek|vertrekkend uit|vertrekkend van',
    called: 'vanwaar|waarvandaan|van waar|vertrek|vertrekpunt|herkomst|vanaf|van welke',
  }),
  destination: listsOf({
    beside: 'naar|aan|tot|richting|met bestemming|op weg naar',
    called: 'waarheen|waar naartoe|waarnaartoe|bestemming|aankomst|naar welke|waar wilt u heen',
  }),
  begin: listsOf({
    beside: `
      heen|heenreis|heenvlucht|vertrek|vertrekkend|vertrekken|ik vertrek|van|vanaf|aankomst|inchecken|begin
      start`,
    called: 'heenreis|heenvlucht|heen|vertrek|vertrekken|begin|aankomst|inchecken|start',
  }),
  end: listsOf({
    beside: 'terug|terugreis|terugvlucht|retour|terugkomst|weer thuis|tot|tot en met|t m|tm|uitchecken|einde',
    called: 'terugreis|terugvlucht|terug|retour|terugkomst|einde|tot|uitchecken',
  }),
};

export const relative: RelativeWords = listsOf({
  more: 'meer|extra|erbij',
  less: 'minder|eraf',
  another: 'nog|nog eens',
  one: 'een',
  later: 'later|daarna|erna',
  earlier: 'eerder|vroeger|ervoor|daarvoor',
  longer: 'langer|extra|erbij',
  shorter: 'korter|minder',
  dayAfter: 'dag erna|dag daarna|dag later|volgende dag|dag erop',
  dayBefore: 'dag ervoor|dag daarvoor|dag eerder|vorige dag',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: 'ook',
  joining: 'en|maar|dan|ook|en dan|en ook|daarna|trouwens|bovendien|oh',
  precedence: 'eerst|daarvoor|ervoor|vooraf|voordat',
  questions: `
    wat|wanneer|waar|welke|welk|wie|wiens|waarom|hoe|hoeveel|hoelang|kan|kun|kunt|kunnen|is|zijn|heeft|hebben
    mag|waarmee|waarvoor`,
  followUps: `
    en|hoe zit het met|en hoe zit het met|hetzelfde voor|ook voor|idem voor|wat als|of|ook|en als|alleen|dan`,
  pointing: 'hem|dezelfde|hetzelfde|die liever|die maar',
  pointingAtEnd: 'dat|dit|die|deze|daarvoor|daarmee',
  places: 'daar|daarheen|daarnaartoe|daar naartoe',
  noPlaces: 'wie is daar|daar is|daar zijn',
  same: 'dezelfde|hetzelfde|zelfde',
  again: `
    nog een keer hetzelfde|hetzelfde nog een keer|nog eens hetzelfde|hetzelfde nog eens|nogmaals hetzelfde
    weer hetzelfde|hetzelfde als net|hetzelfde als daarnet`,
  demonstratives: 'deze|dit|die|dat|dezelfde|hetzelfde',
});

export const kinds: WordsOfKinds = listsOf({
  date: 'dag|datum',
  time: 'tijd|tijdstip|uur',
  money: 'bedrag|som|prijs',
  phone: 'nummer|telefoonnummer',
  email: 'adres|mail',
  duration: 'duur',
});

export const pointingOrder = /(?:^| )(?:die|dat|deze|dit) (?!is |was )\p{L}+ (?:ik|we|wij)(?: |$)/u;

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  van vanaf vanuit uit naar tot aan in op om bij voor met door over per de het een t den der mijn m n onze ons
  je jouw uw dit dat deze die dat is zijn ben bent was waren wordt worden word ik we wij mij me u jij doe doen
  maak neem zeg bedoel bedoelde zou zouden moet moeten wil willen wilde graag liever alleen maar eerder even
  als alstublieft alsjeblieft aub bedankt dank ja nee ok oke okay goed nou dus dan en of toch wel eigenlijk
  sorry pardon hm eh uh oh ah ga gaan gaat heb hebben hebt nodig hier daar nu er`);

export const yesNo = listsOf({ yes: 'ja', no: 'nee' });
