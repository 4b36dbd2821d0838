import { drawn, type Random } from './random.ts';

/** Given names that are usual in Europe and the Americas. */
const GIVEN = `
Adam Adrian Agnes Ahmed Aisha Alan Alba Alejandro Alessia Alex Alfie Alice Alicia Amelia Amir Amy Ana Anders Andrea
Andreas Angela Anja Anna Anne Anouk Antoine Anton Antonia Arthur Astrid Aurora Ayla Barbara Beatriz Ben Bernd Bianca
Birgit Björn Brian Bruno Camila Camille Carla Carlos Carmen Caroline Catarina Catherine Cem Charlotte Chiara Chloe
Chris Christian Claire Clara Claudia Colin Connor Cristina Damien Dan Daniel Daniela David Davide Deborah Denise Derek
Diana Diego Dirk Dominik Doris Duarte Ed Edith Eduardo Elena Eleni Elif Elisa Elizabeth Ella Ellen Elsa Emil Emily
Emma Enrico Eric Erika Esther Ethan Eva Fabian Farah Fatima Federica Felix Fernando Finn Fiona Florian Frances Frank
Franziska Fred Gabriel Gary Gemma Georg George Giovanni Giulia Gloria Greta Guillaume Gustav Hanna Hannah Hans Harriet
Hassan Heike Helen Helena Henri Henry Holger Hugo Ian Ibrahim Ines Inge Ingrid Irene Isabel Isla Ivan Jack Jakob James
Jan Jana Jane Javier Jean Jens Jessica Joana Joe Johan Johanna John Jonas Jorge Josef Josephine Julia Julian Julie
Karim Karin Karl Katharina Kath Katie Kerstin Kevin Klaus Lars Laura Laurent Lea Leila Lena Leo Leon Leonor Liam Lili
Linda Lisa Lorenzo Lotte Louis Louise Luca Lucas Lucia Ludwig Luis Luisa Lukas Maja Manuel Marc Marco Marek Maria
Marie Marina Mario Marion Markus Marta Martin Martina Mary Mateo Mathilde Matteo Matthias Max Maya Megan Mehmet Mia
Michael Michelle Miguel Mohammed Monika Moritz Nadia Natalie Nathan Niamh Nick Nicola Nicole Nils Nina Noah Nora Nuno
Olga Oliver Olivia Omar Oscar Otto Pablo Paola Patricia Patrick Paul Paula Pauline Pedro Peter Petra Philip Pia Pierre
Priya Rachel Raj Ralf Ramon Raquel Rebecca Renate Ricardo Rob Robert Rosie Roza Ruben Ruth Ryan Sabine Sally Sam
Samira Sandra Sara Sarah Sebastian Selin Simon Sofia Sonja Sophie Stefan Stephanie Steve Susan Susanne Sven Sylvie
Tamara Tanja Tariq Teresa Theo Thomas Tiago Tim Tina Tobias Tom Tomasz Tony Ulrike Ursula Uwe Valentina Valerie Vera
Victor Vincent Vivian Volker Walter Wanda Wendy Werner William Wolfgang Xavier Yara Yasmin Yusuf Yves Zara Zoe`;

/** Family names that are usual there, without those that are ordinary words. */
const FAMILY = `
Abbott Acosta Adams Ahmad Albrecht Allen Almeida Andersen Anderson Arnold Arslan Atkinson Aydin Bailey Baker Barbieri
Barnes Bauer Baumann Becker Bennett Berger Bergmann Bernard Bianchi Böhm Boyd Brandt Bruns Burke Campbell Carlson
Caruso Carvalho Castro Celik Chen Clark Clarke Clement Cohen Collins Conti Cooper Costa Dahl Davies Davis Demir Diaz
Dietrich Doyle Dubois Duarte Dupont Durand Edwards Ellis Erdogan Esposito Evans Faber Farrell Faure Fernandes Ferrari
Fiedler Fischer Fleming Fletcher Foster Fournier Franke Friedrich Garcia Garnier Gibson Girard Gomes Gomez Gonzalez
Gordon Graham Griffin Gruber Günther Gupta Guerin Hamilton Hansen Harris Harrison Hartmann Harvey Haug Heinrich
Hernandez Herrmann Hoffmann Holmes Houghton Howard Huber Hughes Iqbal Ivanov Jackson Jacobs Jansen Janssen Jensen
Jimenez Johnson Jones Kaya Keller Kelly Kennedy Khan Klein Koch Köhler Kovac Kowalski Krause Krüger Kruger Kuhn Kumar
Lambert Larsen Laurent Lawson Leclerc Lee Lefebvre Lehmann Leroy Levy Lewis Lindner Lloyd Lopes Lopez Luther Mackay
Maier Marchetti Marino Martin Martinez Mayer McCarthy McDonald McKenna Meier Mendes Mendoza Mercier Meyer Miller
Mitchell Molina Moore Morales Moreau Morel Moreno Moretti Morgan Morris Müller Murphy Murray Nagel Navarro Neumann
Nguyen Nielsen Novak Nowak Nunes Olsen Ortega Ortiz Osborne Özdemir Parker Patel Payne Pereira Perez Perkins Perrin
Peters Petersen Pfeiffer Phillips Pinto Pohl Popescu Powell Quinn Ramos Rapp Reid Ribeiro Richards Richter Riley
Rinaldi Rivera Roberts Robinson Rocha Rodrigues Rodriguez Rogers Romano Romero Rossi Rousseau Ruiz Russell Russo Ryan
Sahin Sanchez Sanders Santos Sauer Schäfer Schmid Schmidt Schmitt Schneider Scholz Schröder Schubert Schulz Scott
Seidel Serrano Shah Sharma Shaw Silva Simon Simpson Singh Smith Sousa Spencer Stevens Stewart Suarez Sullivan Suter
Taylor Teixeira Thomas Thompson Thomsen Torres Tucker Vargas Vasquez Vidal Vogt Wagner Walker Wallace Walsh Watson
Weber Webb Wei Weiß Werner Wilkinson Williams Wilson Winkler Wong Wright Wyss Yang Yilmaz Zanetti Zhang Ziegler
Zimmermann`;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);
const given = wordsOf(GIVEN);
const family = wordsOf(FAMILY);
const givenNames = new Set(given);
const names = new Set([...given, ...family]);

/** The share of values with a usual name from which values are people's names. */
const SHARE_OF_NAMES = 1 / 3;

/**
 * True if many of the values contain a usual name and some a given name. Streets and firms have family names too, and
 * street numbers beside them.
 */
export function arePeople(values: readonly string[]): boolean {
  const words = values.map((value) => (/\p{N}/u.test(value) ? [] : value.split(/[\s'’-]+/u)));
  const named = words.filter((some) => some.some((word) => names.has(word))).length;
  const hasGiven = words.some((some) => some.some((word) => givenNames.has(word)));
  return hasGiven && named >= values.length * SHARE_OF_NAMES;
}

/** People's names: given names, family names and both together. */
export function peoplesNames(count: number, random: Random): string[] {
  const pick = (names: readonly string[]): string => drawn(names, random) ?? '';
  const both = () => `${pick(given)} ${pick(family)}`;
  const forms = [() => pick(given), both, () => pick(family), both];
  return Array.from({ length: count }, (_, index) => forms[index % forms.length]?.() ?? '');
}
