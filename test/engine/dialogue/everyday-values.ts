import type { LoadedAssistant } from '../../../engine/load.ts';
import { loadFiles } from './support.ts';

/** The languages of the phrases. */
export const SPOKEN = ['en', 'de', 'es', 'fr'] as const;
export type Spoken = (typeof SPOKEN)[number];

/** Returns texts separated by bars, in the order of the four languages, as YAML. */
const each = (texts: string): string => {
  const all = texts.split('|');
  return `{${SPOKEN.map((language, index) => `${language}: "${all[index] ?? all[0]}"`).join(', ')}}`;
};

/** Returns the YAML of a list: `canonical = en|de|es|fr`, with synonyms separated by commas. */
const list = (entity: string, values: Readonly<Record<string, string>>): string =>
  `entity: ${entity}\nvalues:\n${Object.entries(values)
    .map(([value, names]) => {
      const all = names.split('|');
      return `  ${value}: {${SPOKEN.map((language, index) => `${language}: [${all[index] ?? all[0]}]`).join(', ')}}\n`;
    })
    .join('')}`;

/** Loads an assistant with one competency, matched by one word per language, which asks for a day last. */
function assistant(
  name: string,
  words: string,
  slots: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): LoadedAssistant {
  const files = {
    'assistant.yaml': `
schema: 1
name: ${name}
languages: {default: en, supported: [${SPOKEN.join(', ')}]}
currency: EUR
out_of_scope: {say: ${each('Only that.|Nur das.|Solo eso.|Seulement ça.')}}
`,
    [`competencies/${name}.yaml`]: `
competency: ${name}
slots:
${Object.entries({
  ...slots,
  day: `{entity: date, required: true, ask: ${each('On which day?|An welchem Tag?|¿Qué día?|Quel jour ?')}}`,
})
  .map(([slot, declared]) => `  ${slot}: ${declared}\n`)
  .join('')}
states:
  ${name}:
    terminal: true
    utterances: {${SPOKEN.map((language, index) => `${language}: [${words.split('|')[index]}]`).join(', ')}}
    say: ${each('Noted.|Notiert.|Anotado.|Noté.')}
`,
    ...Object.fromEntries(
      Object.entries(lists).map(([entity, values]) => [`entities/${entity}.yaml`, list(entity, values)]),
    ),
    'entities/street.yaml':
      'entity: street\nkind: text\nexamples: {en: [3 Mill Road, 18 Park Lane], de: [Mühlweg 3, Parkallee 18], es: [Calle Mayor 3], fr: [3 rue du Moulin]}\n',
  };
  return loadFiles(files, Object.fromEntries(words.split('|').map((word) => [word, name])));
}

/** Five small assistants; today is Wednesday, 18 March 2026, 9:30. */
export const assistants = {
  cleaning: assistant(
    'cleaning',
    'cleaning|reinigung|limpieza|nettoyage',
    {
      jobs: `{entity: job, multiple: true, ask: ${each('What else?|Was noch?|¿Qué más?|Quoi encore ?')}}`,
      area: `{entity: number, required: true, ask: ${each('How many square metres?|Wie viele Quadratmeter?|¿Cuántos metros cuadrados?|Combien de mètres carrés ?')}}`,
      length: `{entity: duration, required: true, ask: ${each('For how long?|Wie lange?|¿Cuánto tiempo?|Combien de temps ?')}}`,
    },
    {
      job: {
        windows: 'windows, window cleaning|Fenster, Fensterputzen|ventanas|vitres, fenêtres',
        oven: 'oven|Backofen, Ofen|horno|four',
        fridge: 'fridge|Kühlschrank|nevera|frigo',
        balcony: 'balcony|Balkon|balcón|balcon',
      },
    },
  ),
  laundry: assistant(
    'laundry',
    'laundry|wäsche|lavandería|linge',
    {
      handover: `{entity: handover, ask: ${each('How do we get it?|Wie kommt es zu uns?|¿Cómo lo recibimos?|Comment le recevons-nous ?')}}`,
      bags: `{entity: number, required: true, ask: ${each('How many bags?|Wie viele Säcke?|¿Cuántas bolsas?|Combien de sacs ?')}}`,
    },
    {
      handover: {
        collection: 'collection|Abholung|recogida|enlèvement',
        delivery: 'delivery|Lieferung|entrega|livraison',
        locker: 'locker|Schließfach|taquilla|consigne',
      },
    },
  ),
  court: assistant(
    'court',
    'court|platz|pista|terrain',
    {
      surface: `{entity: surface, ask: ${each('Which surface?|Welcher Belag?|¿Qué superficie?|Quelle surface ?')}}`,
      players: `{entity: number, required: true, ask: ${each('How many players?|Wie viele Spieler?|¿Cuántos jugadores?|Combien de joueurs ?')}}`,
      hours: `{entity: number, required: true, ask: ${each('How many hours?|Wie viele Stunden?|¿Cuántas horas?|Combien d’heures ?')}}`,
    },
    {
      surface: {
        clay: 'clay|Sand|tierra|terre battue',
        hard: 'hard|Hartplatz|dura|dur',
        grass: 'grass|Rasen|hierba|gazon',
      },
    },
  ),
  dinner: assistant(
    'dinner',
    'table|tisch|mesa|souper',
    {
      people: `{entity: number, required: true, ask: ${each('How many people?|Wie viele Personen?|¿Cuántas personas?|Combien de personnes ?')}}`,
      diets: `{entity: diet, multiple: true, ask: ${each('Any diets?|Besondere Kost?|¿Alguna dieta?|Un régime ?')}}`,
      place: `{entity: place, ask: ${each('Where?|Wo?|¿Dónde?|Où ?')}}`,
    },
    {
      diet: {
        vegetarian: 'vegetarian, veggie|vegetarisch, Vegetarier|vegetariano|végétarien',
        vegan: 'vegan|vegan|vegano|végan',
        onions: 'onions|Zwiebeln|cebolla|oignons',
      },
      place: {
        terrace: 'terrace|Terrasse|terraza|terrasse',
        garden: 'garden|Garten|jardín|jardin',
        indoors: 'inside|drinnen|dentro|intérieur',
      },
    },
  ),
  parcel: assistant('parcel', 'parcel|paket|paquete|colis', {
    street: `{entity: street, required: true, ask: ${each('What is the address?|Wie ist die Adresse?|¿Cuál es la dirección?|Quelle est l’adresse ?')}}`,
    parcels: `{entity: number, ask: ${each('How many?|Wie viele?|¿Cuántos?|Combien ?')}}`,
  }),
};

/** An assistant, a language, turns separated by `>`, and the values held afterwards. */
export type Row = readonly [keyof typeof assistants, Spoken, string, Readonly<Record<string, unknown>>];

export const ROWS: readonly Row[] = [
  // Forms of a list's words.
  ['laundry', 'en', 'laundry please, can you collect it > collecting it is fine', { handover: 'collection' }],
  ['laundry', 'en', 'laundry > they should be delivered', { handover: 'delivery' }],
  ['laundry', 'de', 'wäsche > bitte abholen', { handover: 'collection' }],
  ['laundry', 'de', 'wäsche, ihr könnt sie wieder liefern', { handover: 'delivery' }],
  ['laundry', 'es', 'lavandería > que me la entreguen por favor', { handover: 'delivery' }],
  ['laundry', 'es', 'lavandería, recoger en casa', { handover: 'collection' }],
  ['laundry', 'fr', 'linge à livrer', { handover: 'delivery' }],
  ['laundry', 'fr', 'linge > enlever chez moi', { handover: 'collection' }],
  ['dinner', 'es', 'mesa para 4, dos son vegetarianas', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'de', 'tisch für 4, einmal ein vegetarisches essen', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'fr', 'souper pour 4, deux végétariennes', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'de', 'tisch für 3, zwei vegane', { people: 3, diets: ['vegan'] }],
  // Values taken out of a list, or never in it.
  [
    'cleaning',
    'en',
    'cleaning of 60 with windows and oven > no windows after all',
    { jobs: ['oven'], area: 60 },
  ],
  [
    'cleaning',
    'en',
    'cleaning of 60 with windows and oven > actually without the oven',
    { jobs: ['windows'], area: 60 },
  ],
  ['cleaning', 'de', 'reinigung mit fenster und backofen > ne doch ohne fenster', { jobs: ['oven'] }],
  ['cleaning', 'de', 'reinigung mit fenster und kühlschrank > kühlschrank doch nicht', { jobs: ['windows'] }],
  ['cleaning', 'es', 'limpieza con ventanas y horno > mejor sin ventanas', { jobs: ['oven'] }],
  ['cleaning', 'es', 'limpieza con ventanas y horno > al final sin el horno', { jobs: ['windows'] }],
  ['cleaning', 'fr', 'nettoyage avec vitres et four > finalement sans les vitres', { jobs: ['oven'] }],
  ['cleaning', 'fr', 'nettoyage avec vitres et four > pas le four finalement', { jobs: ['windows'] }],
  ['cleaning', 'en', 'cleaning with the oven, no windows', { jobs: ['oven'] }],
  [
    'cleaning',
    'en',
    'cleaning of 80, fridge and balcony but no windows',
    { jobs: ['fridge', 'balcony'], area: 80 },
  ],
  ['cleaning', 'de', 'reinigung mit backofen, ohne fenster', { jobs: ['oven'] }],
  ['cleaning', 'de', 'reinigung, balkon ja, kein kühlschrank', { jobs: ['balcony'] }],
  ['cleaning', 'es', 'limpieza sin ventanas, con horno', { jobs: ['oven'] }],
  ['cleaning', 'fr', 'nettoyage sans les vitres mais avec le frigo', { jobs: ['fridge'] }],
  [
    'dinner',
    'en',
    'table for 4 in the garden, one vegan > no vegan after all',
    { people: 4, place: 'garden' },
  ],
  ['dinner', 'en', 'table for 4, no onions please', { people: 4 }],
  // Two values for a slot that takes one; one of them is past or denied.
  [
    'dinner',
    'en',
    'last time we sat inside, table for 4 in the garden please',
    { people: 4, place: 'garden' },
  ],
  [
    'dinner',
    'en',
    'table for 2, we hated the garden last time so the terrace please',
    { people: 2, place: 'terrace' },
  ],
  [
    'dinner',
    'de',
    'letztes mal sassen wir drinnen, einen tisch im garten für 4 bitte',
    { people: 4, place: 'garden' },
  ],
  [
    'dinner',
    'de',
    'tisch für 2, drinnen war es zu laut, wir möchten auf die terrasse',
    { people: 2, place: 'terrace' },
  ],
  [
    'dinner',
    'es',
    'la última vez estuvimos dentro, quiero una mesa en el jardín para 4',
    { people: 4, place: 'garden' },
  ],
  [
    'dinner',
    'fr',
    'la dernière fois on était à l’intérieur, je voudrais un souper au jardin pour 4',
    { people: 4, place: 'garden' },
  ],
  [
    'court',
    'en',
    'we always played on clay, this time I want a grass court for 2',
    { surface: 'grass', players: 2 },
  ],
  [
    'court',
    'de',
    'wir hatten sonst immer sand, jetzt möchten wir einen platz mit rasen für 2',
    { surface: 'grass', players: 2 },
  ],
  // Several values for a list.
  [
    'cleaning',
    'en',
    'cleaning, the windows, the oven and the fridge',
    { jobs: ['windows', 'oven', 'fridge'] },
  ],
  [
    'cleaning',
    'de',
    'reinigung, fenster plus backofen > und den balkon',
    { jobs: ['windows', 'oven', 'balcony'] },
  ],
  [
    'dinner',
    'en',
    'table for 6, two vegans and three vegetarians',
    { people: 6, diets: ['vegan', 'vegetarian'] },
  ],
  [
    'dinner',
    'es',
    'mesa para 6, dos veganos y tres vegetarianos',
    { people: 6, diets: ['vegan', 'vegetarian'] },
  ],
  // One person, or a number about somebody else.
  ['dinner', 'en', 'table for one', { people: 1 }],
  ['dinner', 'en', 'table, for me only', { people: 1 }],
  ['dinner', 'en', 'table > just the one', { people: 1 }],
  ['court', 'en', 'court > only the one', { players: 1 }],
  ['dinner', 'de', 'tisch für eine', { people: 1 }],
  ['dinner', 'de', 'tisch > bin nur ich', { people: 1 }],
  ['dinner', 'es', 'mesa para uno', { people: 1 }],
  ['dinner', 'es', 'mesa > para mí solo', { people: 1 }],
  ['dinner', 'fr', 'souper pour une seule personne', { people: 1 }],
  ['dinner', 'fr', 'souper > juste pour moi', { people: 1 }],
  ['dinner', 'en', 'table for 4 > one of us is veggie', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'en', 'table for 5 > one vegan', { people: 5, diets: ['vegan'] }],
  ['dinner', 'de', 'tisch für 4 > einer von uns ist vegetarier', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'de', 'tisch für 5 > zwei davon vegan', { people: 5, diets: ['vegan'] }],
  ['dinner', 'es', 'mesa para 4 > uno es vegetariano', { people: 4, diets: ['vegetarian'] }],
  ['dinner', 'fr', "souper pour 4 > l'un de nous est végétarien", { people: 4, diets: ['vegetarian'] }],
  ['court', 'en', 'court for 4 > two of us are beginners', { players: 4 }],
  ['court', 'de', 'platz für 4 > zwei von uns sind anfänger', { players: 4 }],
  // A day without a month.
  ['court', 'en', 'court for 2, 1 hour, move it to the 25th', { players: 2, hours: 1, day: '2026-03-25' }],
  ['court', 'en', 'a court on the 25 for 2', { players: 2, day: '2026-03-25' }],
  ['court', 'de', 'platz für 2, verschiebe ihn auf den 25', { players: 2, day: '2026-03-25' }],
  ['court', 'de', 'platz für 2 am 25', { players: 2, day: '2026-03-25' }],
  ['court', 'es', 'pista para 2, cámbiala al 25', { players: 2, day: '2026-03-25' }],
  ['court', 'es', 'pista para 2 el día 25', { players: 2, day: '2026-03-25' }],
  ['court', 'fr', 'terrain pour 2, déplace-le au 25', { players: 2, day: '2026-03-25' }],
  ['court', 'fr', 'terrain pour 2 le 25', { players: 2, day: '2026-03-25' }],
  ['court', 'en', 'court on the 25th > or no, make it the 26th', { day: '2026-03-26' }],
  ['court', 'de', 'platz am 25. > oder nee, auf den 26.', { day: '2026-03-26' }],
  ['court', 'de', 'platz am 25. > ach nein doch lieber den 26', { day: '2026-03-26' }],
  ['court', 'es', 'pista el 25 > no, mejor el 26', { day: '2026-03-26' }],
  // Units.
  ['cleaning', 'en', 'cleaning for 4 hrs', { length: 'PT4H' }],
  ['cleaning', 'en', 'cleaning, 75sqm, 3 hrs', { area: 75, length: 'PT3H' }],
  ['cleaning', 'de', 'reinigung für 4 std', { length: 'PT4H' }],
  ['cleaning', 'de', 'reinigung, 50qm, 3 std.', { area: 50, length: 'PT3H' }],
  ['cleaning', 'es', 'limpieza, 50m2, 3 h', { area: 50, length: 'PT3H' }],
  ['cleaning', 'fr', 'nettoyage, 50m2, 3h', { area: 50, length: 'PT3H' }],
  ['court', 'en', 'court for 2 > 3 hrs', { players: 2, hours: 3 }],
  ['court', 'de', 'platz für 2 > 3 std', { players: 2, hours: 3 }],
  ['court', 'en', 'court for 2 > 2hrs please', { players: 2, hours: 2 }],
  ['court', 'de', 'platz für 2 > 2std bitte', { players: 2, hours: 2 }],
  ['cleaning', 'es', 'limpieza de 50qm', { area: 50 }],
  ['cleaning', 'fr', 'nettoyage de 50qm', { area: 50 }],
  // Corrected free text.
  ['parcel', 'en', 'parcel > 9 Abbey Street. no sorry 19 Abbey Street', { street: '19 Abbey Street' }],
  ['parcel', 'en', 'parcel > 9 Abbey Street > sorry, 19 Abbey Street', { street: '19 Abbey Street' }],
  ['parcel', 'de', 'paket > Ringstraße 9, nein, Ringstraße 19', { street: 'Ringstraße 19' }],
  ['parcel', 'de', 'paket > Ringstraße 9 äh quatsch Ringstraße 19', { street: 'Ringstraße 19' }],
  ['parcel', 'es', 'paquete > Calle Luna 9, no perdón, Calle Luna 19', { street: 'Calle Luna 19' }],
  ['parcel', 'fr', 'colis > 9 rue du Port. non pardon 19 rue du Port', { street: '19 rue du Port' }],
];
