import type { Classifier } from '../../../engine/classify/classifier.ts';
import { settingsOf } from './languages.ts';
import { loadFiles } from './support.ts';

const FILES = {
  'assistant.yaml': settingsOf(
    'trips',
    ['en', 'de'],
    'business_logic: {url: "https://logic.example/", sign: false, on_error: continue}\n',
  ),
  'entities/city.yaml': `
entity: city
values: {rome: {en: [Rome], de: [Rom]}, oslo: {en: [Oslo], de: [Oslo]}, paris: {en: [Paris], de: [Paris]}}
`,
  'entities/bag_choice.yaml': `
entity: bag_choice
values:
  "yes": {en: ["yes", with a suitcase], de: [ja, mit einem Koffer]}
  "no": {en: ["no", without a suitcase], de: [nein, ohne einen Koffer]}
`,
  'competencies/trip.yaml': `
competency: trip
title: {en: Book a trip, de: Eine Reise buchen}
business_logic: true
slots:
  city: {entity: city, required: true, ask: {en: Where to?, de: Wohin?}}
  bag: {entity: bag_choice, ask: {en: Would you like to add a suitcase?, de: Möchten Sie einen Koffer dazubuchen?}}
  people: {entity: number}
states:
  trip:
    utterances:
      en: ["trip [two](people) tickets please", trip b, trip c, trip d, trip e]
      de: ["Reise [zwei](people) Plätze bitte", Reise b, Reise c, Reise d, Reise e]
    transitions: [{on: "yes", to: booked}, {on: "no", to: root}]
    say: {en: "{{city}}. Shall I book it?", de: "{{city}}. Soll ich buchen?"}
  booked:
    deed: true
    transitions: [{on: "yes", to: guide_ordered}, {on: "no", to: root}]
    say: {en: Booked. Shall I order a guidebook too?, de: Gebucht. Soll ich einen Reiseführer dazu bestellen?}
`,
  'competencies/guide.yaml': `
competency: guide
title: {en: Guidebooks, de: Reiseführer}
states:
  guide:
    utterances: {en: [guidebook a, guidebook b, guidebook c, guidebook d, guidebook e], de: [Führer a, Führer b, Führer c, Führer d, Führer e]}
    say: {en: A guidebook costs 20., de: Ein Führer kostet 20.}
    terminal: true
  guide_ordered: {terminal: true, say: {en: The guidebook is on its way., de: Der Führer ist unterwegs.}}
`,
};

const KEYWORDS = { trip: 'trip', reise: 'trip', guidebook: 'guide' };

/** Loads trips with a list of “yes” and “no” for a suitcase, and a guidebook offered after the booking. */
export const trip = (classifier?: Classifier) => loadFiles(FILES, classifier ?? KEYWORDS);
