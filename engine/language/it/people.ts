import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'adulto adulti adulta adulte bambino bambini bambina bambine neonato neonati ragazzo ragazzi ragazza ragazze anziano anziani persona persone uomo uomini donna donne ospite ospiti passeggero passeggeri viaggiatore viaggiatori studente studenti amico amici amica amiche collega colleghi colleghe capo moglie marito compagno compagna fidanzato fidanzata figlio figli figlia figlie fratello fratelli sorella sorelle madre padre mamma papa zia zio cugino cugina cugini nonna nonno nonnina vicino vicina bimbo bimbi bimba bimbe bebe ragazzino ragazzini ragazzina ragazzine nipote nipoti nipotino nipotini nipotina suocera suocero cognato cognata genero nuora fratellino sorellina figlioletto moroso morosa adolescente adolescenti signora signore signori coinquilino coinquilina',
  anyone: 'persona persone ospite ospiti passeggero passeggeri viaggiatore viaggiatori',
  kinds: [
    'adulto adulti adulta adulte',
    'bambino bambini bambina bambine bimbo bimbi bimba bimbe figlio figli figlia figlie',
    'neonato neonati bebe',
    'adolescente adolescenti',
    'anziano anziani',
  ],
  groups: 'gruppo partecipanti occupanti coperti',
  pairs: 'genitori nonni coppia gemelli',
  self: 'io me',
  others: 'lui lei',
  subjects: 'io',
  owners: 'mio mia miei mie nostro nostra nostri nostre suo sua il la lo l i gli le',
  joiners: 'e ed piu con',
  beneficiary: 'per',
  ofAll: 'di noi|di loro',
  doer: /^ri$/,
  plural:
    /(?:adult|bambin|bimb|neonat|ragazz|anzian|uomin|ospit|passegger|viaggiator|student|amic|collegh|figl|fratell|cugin)i$|(?:person|donn|bambin|bimb|ragazz|amich|sorell|figli|adult|collegh)e$/,
  phrases: {
    'solo io|una persona|un adulto|una adulta|un passeggero|una sola persona|una sola|uno solo|soltanto io|solo per me|io da solo|io da sola|da solo|da sola|solo me': 1,
  },
});
