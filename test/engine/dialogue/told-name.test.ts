import { expect, it } from 'vitest';
import { toldName } from '../../../engine/dialogue/told-name.ts';

const film = {
  name: 'film',
  values: {
    amelie: { '*': ['the french one', 'Amélie'] },
    city_lights: { '*': ['chaplin'] },
    metropolis: { en: ['the robot film', 'Metropolis'] },
    vertigo: {},
  },
};

it.each([
  [
    'spelled as its synonym with the same letters, if the list is for all languages',
    'amelie',
    'en',
    'Amélie',
  ],
  ['itself, if none of those synonyms has its letters', 'city_lights', 'en', 'city lights'],
  ['told by its first synonym in the language', 'metropolis', 'en', 'the robot film'],
  ['itself in a language without synonyms', 'metropolis', 'de', 'metropolis'],
  ['itself without synonyms', 'vertigo', 'en', 'vertigo'],
])('a listed value is %s', (_, value, language, name) => {
  expect(toldName(film, value, language)).toBe(name);
});
