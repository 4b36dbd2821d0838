import { type PeopleWords, peopleWords } from '../people.ts';

export const people: PeopleWords = peopleWords({
  nouns:
    'adulto adultos adulta adultas nino ninos nina ninas bebe bebes menor menores joven jovenes persona personas hombre hombres mujer mujeres chico chicos chica chicas huesped huespedes pasajero pasajeros viajero viajeros estudiante estudiantes amigo amigos amiga amigas colega colegas companero companeros companera jefe jefa esposa esposo marido pareja novio novia hijo hijos hija hijas hermano hermanos hermana hermanas madre padre mama papa tia tio primo prima primos abuela abuelo abuelita abuelito vecino vecina crio crios cria crias peque peques nene nenes nena nenas chaval chavales chavala chavalas bebito marido nieto nietos nieta nietas sobrino sobrinos sobrina sobrinas suegro suegra cunado cunada yerno nuera primita primito hijito hijita hermanito hermanita amiguito amiguita adolescente adolescentes compa compas senor senora senores senoras anciano anciana ancianos',
  anyone: 'persona personas huesped huespedes pasajero pasajeros viajero viajeros',
  kinds: [
    'adulto adultos adulta adultas',
    'nino ninos nina ninas crio crios cria crias peque peques nene nenes nena nenas menor menores hijo hijos hija hijas',
    'bebe bebes',
    'adolescente adolescentes',
    'anciano ancianos anciana ancianas jubilado jubilados jubilada jubiladas',
  ],
  groups: 'grupo asistentes comensales ocupantes',
  pairs: 'padres abuelos gemelos mellizos',
  self: 'yo mi',
  others: 'el ella',
  subjects: 'yo',
  owners: 'mi mis nuestro nuestra nuestros nuestras el la los las su sus',
  joiners: 'y mas con e',
  beneficiary: 'para',
  ofAll: 'de nosotros|de nosotras|de ellos|de ellas',
  doer: /^r$/,
  plural: /s$/,
  phrases: {
    'solo yo|una persona|un adulto|una adulta|un pasajero|una sola persona|una sola|uno solo|solamente yo|yo solo|yo sola|solo para mi|solo conmigo|nada mas yo': 1,
    'nosotros dos|nosotras dos': 2,
  },
});
