import type { Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf(
    'hotel',
    ['en', 'de'],
    'business_logic: {url: "https://logic.example/", sign: false, on_error: continue}\n',
  ),
  'entities/room.yaml': `
entity: room
values:
  single: {en: [single room], de: [Einzelzimmer]}
  double: {en: [double room], de: [Doppelzimmer]}
`,
  'entities/meal.yaml': 'entity: meal\nvalues:\n  breakfast: {en: [breakfast], de: [Frühstück]}\n',
  'entities/code.yaml': 'entity: code\nkind: regex\npattern: "[A-Z]{2}[0-9]{2}"\n',
  'competencies/stay.yaml': `
competency: stay
title: {en: Book a room, de: Ein Zimmer buchen}
business_logic: true
slots:
  room: {entity: room, required: true, ask: {en: A single room or a double room?, de: Ein Einzelzimmer oder ein Doppelzimmer?}}
  first_night: {entity: date, required: true, ask: {en: From which day?, de: Ab welchem Tag?}}
  last_night: {entity: date, required: true, ask: {en: Until which day?, de: Bis zu welchem Tag?}}
  hour: {entity: time, validate: {min: "14:00", max: "22:00"}}
  guests: {entity: number}
  pets: {entity: boolean, required: true, ask: {en: Any pets?, de: Haustiere?}}
states:
  stay:
    utterances:
      en: ["stay from [monday](first_night) until [friday](last_night)", "stay a", "stay b", "stay c", "stay d"]
      de: ["bleiben von [Montag](first_night) bis [Freitag](last_night)", "bleiben a", "bleiben b", "bleiben c", "bleiben d"]
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "{{room}} {{first_night}} to {{last_night}} {{hour}}. Shall I book it?", de: "{{room}} {{first_night}} bis {{last_night}} {{hour}}. Soll ich buchen?"}
  booked: {terminal: true, say: {en: Booked., de: Gebucht.}}
`,
  'competencies/price.yaml': `
competency: price
title: {en: Prices, de: Preise}
slots:
  room: {entity: room, required: true, ask: {en: Of which room?, de: Welches Zimmers?}}
states:
  price:
    terminal: true
    utterances: {en: [price a, price b, price c, price d, and the double room?], de: [Preis a, Preis b, Preis c, Preis d, Preis e]}
    say: {en: "{{room}} costs 90.", de: "{{room}} kostet 90."}
`,
  'competencies/eat.yaml': `
competency: eat
title: {en: Meals, de: Essen}
slots:
  meal: {entity: meal}
states:
  eat:
    terminal: true
    utterances: {en: [eat a, eat b, eat c, eat d, eat e], de: [essen a, essen b, essen c, essen d, essen e]}
    say: {en: Served at 8., de: Um 8.}
`,
  'competencies/lost.yaml': `
competency: lost
title: {en: Lost things, de: Verlorenes}
slots:
  tag: {entity: code, required: true, ask: {en: Which tag?, de: Welche Marke?}}
states:
  lost: {terminal: true, utterances: {en: [lost a, lost b, lost c, lost d, lost e], de: [verloren a, verloren b, verloren c, verloren d, verloren e]}, say: {en: "{{tag}} is here.", de: "{{tag}} ist hier."}}
`,
  'competencies/fire.yaml': `
competency: fire
interrupts: replace
title: {en: Emergency, de: Notfall}
states:
  fire: {terminal: true, utterances: {en: [fire a, fire b, fire c, fire d, fire e], de: [Feuer a, Feuer b, Feuer c, Feuer d, Feuer e]}, say: {en: Leave the house at once., de: Sofort hinaus.}}
`,
};

const KEYWORDS = {
  stay: 'stay',
  bleiben: 'stay',
  price: 'price',
  cost: 'price',
  kostet: 'price',
  eat: 'eat',
  lost: 'lost',
  burning: 'fire',
};

/** Loads a hotel: rooms, prices, meals, lost things, an emergency. Classifies by keywords by default. */
export const hotel = (classifier?: Classifier) => loadFiles(FILES, classifier ?? KEYWORDS);
