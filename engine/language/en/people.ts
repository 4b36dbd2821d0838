import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'adult adults grownup grownups child children kid kids baby babies infant infants toddler toddlers teen teens teenager teenagers senior seniors person persons people man men woman women boy boys girl girls guy guys guest guests passenger passengers traveller travellers traveler travelers student students friend friends mate mates buddy buddies colleague colleagues coworker coworkers boss wife husband partner spouse girlfriend boyfriend fiance fiancee son sons daughter daughters brother brothers sister sisters mother father mom mum dad aunt uncle cousin cousins nephew niece grandma grandpa grandmother grandfather neighbour neighbor bf gf hubby missus fella bestie mam nan gran granny grandad granddad stepson stepdaughter stepmum stepdad sis bro flatmate roommate flatmates roommates nanny carer',
  anyone: 'person persons people guest guests passenger passengers traveller travellers traveler travelers',
  kinds: [
    'adult adults grownup grownups',
    'child children kid kids son sons daughter daughters',
    'baby babies infant infants toddler toddlers',
    'teen teens teenager teenagers',
    'senior seniors',
  ],
  groups: 'people party group travelers attendees occupants diners pax covers',
  pairs: 'parents grandparents couple twins',
  self: 'me i myself',
  others: 'him her',
  subjects: 'i',
  owners: 'my our the his her their',
  joiners: 'and plus with n',
  beneficiary: 'for',
  ofAll: 'of us|of them|of those|of the group',
  doer: /^e?rs?$/,
  plural: /(?:[^s]s|children|people|men|women|buddies|babies)$/,
  phrases: {
    'just him|only him|just her|only her|him alone|her alone|just me|only me|just myself|only myself|just for me|only for me|me alone|me only|by myself|on my own|little old me|me myself and i|one person|one adult|one passenger|one traveller|one traveler|one guest|a single person|a single traveller|a single one|a single': 1,
    'both of us|us both': 2,
  },
});
