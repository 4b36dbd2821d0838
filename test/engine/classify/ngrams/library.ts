import type { TrainingExample } from '../../../../engine/classify/classifier.ts';

interface Intent {
  examples: readonly string[];
  /** Other utterances with the same meaning. */
  paraphrases: readonly string[];
}

/** A German library's assistant, made up for these tests. */
const LIBRARY: Readonly<Record<string, Intent>> = {
  extend_loan: {
    examples: [
      'ich möchte meine ausleihe verlängern',
      'kann ich das buch länger behalten',
      'verlängere bitte meine bücher',
      'die leihfrist für meinen roman verlängern',
      'ich brauche das buch noch zwei wochen',
    ],
    paraphrases: [
      'bitte die ausleihe um zwei wochen verlängern',
      'ich will den roman noch länger behalten',
      'kannst du meine leihfrist verlängern',
      'kann ich meine bücher noch behalten',
      'ich brauche meinen roman noch eine woche',
      'guten tag meine tochter würde den krimi gern länger behalten',
      'geht das mit der verlängerung auch telefonisch',
      'noch vierzehn tage für die reiseführer bitte',
      'den bildband schaffe ich bis freitag nicht verlängern',
      'könnten sie die leihfrist um einen monat hinausschieben',
    ],
  },
  opening_hours: {
    examples: [
      'wann habt ihr geöffnet',
      'wie sind die öffnungszeiten der bibliothek',
      'habt ihr am samstag offen',
      'bis wann kann ich heute kommen',
      'wann macht ihr morgen auf',
    ],
    paraphrases: [
      'habt ihr morgen geöffnet',
      'wann macht die bibliothek am samstag auf',
      'sag mir die öffnungszeiten',
      'bis wann habt ihr heute offen',
      'wann kann ich am samstag kommen',
      'hallo ist am feiertag jemand da oder habt ihr zu',
      'um wieviel uhr schließt die zweigstelle donnerstags',
      'öffnet ihr sonntags',
      'kann man abends nach acht noch kommen',
      'seid ihr in den ferien samstags offen',
    ],
  },
  lost_card: {
    examples: [
      'ich habe meinen ausweis verloren',
      'mein bibliotheksausweis ist weg',
      'ich finde meine lesekarte nicht mehr',
      'die karte wurde mir gestohlen',
      'ich brauche einen neuen ausweis',
    ],
    paraphrases: [
      'mein ausweis ist verloren gegangen',
      'meine lesekarte wurde gestohlen',
      'ich finde meinen ausweis nicht mehr',
      'meine karte ist weg',
      'ich brauche eine neue lesekarte',
      'mir ist gestern der ausweis aus der tasche gefallen',
      'jemand hat meine geldbörse mit der karte gestohlen',
      'meine tochter hat ihre lesekarte verschlampt',
      'der ausweis liegt wohl noch im zug',
      'was kostet ein neuer ausweis wenn der alte weg ist',
    ],
  },
};

/** Queries that no library serves and that are not among the generic sentences used in training. */
export const FOREIGN: readonly string[] = [
  'wie hoch ist der eiffelturm',
  'schalte das licht im flur aus',
  'wer hat den penizillin pilz entdeckt',
  'wie backe ich einen apfelkuchen',
  'meine katze frisst seit gestern nichts',
  'spiel etwas von den beatles',
  'welche schuhe passen zu einem blauen anzug',
  'der bus ist gerade an mir vorbeigefahren',
  'wie viel wiegt ein elefant',
  'mir tut seit tagen der rücken weh',
];

export const UNKNOWN_WORDS: readonly string[] = ['asdf qwer', 'xyzzy plugh', 'hjkl', 'zzz', ''];

/** Returns the examples and paraphrases of the first `intents` intents. */
export function libraryOf(intents: number): { examples: TrainingExample[]; paraphrases: TrainingExample[] } {
  const some = Object.entries(LIBRARY).slice(0, intents);
  const rows = (texts: readonly string[], label: string) => texts.map((text) => ({ text, label }));
  return {
    examples: some.flatMap(([label, { examples }]) => rows(examples, label)),
    paraphrases: some.flatMap(([label, { paraphrases }]) => rows(paraphrases, label)),
  };
}
