import type { Random } from './random.ts';

/** Given names that are usual in Europe and the Americas. */
const GIVEN = `
Adam Adrian Agnes Ahmed Aisha Alan Alba Alejandro Alessia Alex Alfie Alice Alicia Amelia Amir Amy Ana Anders Andrea
Andreas Angela Anja Anna Anne Anouk Antoine Anton Antonia Arthur Astrid Aurora Ayla Barbara Beatriz Ben Bernd Bianca
Birgit Björn Brian Bruno Camila Camille Carla Carlos Carmen Caroline Catarina Catherine Cem Charlotte Chiara Chloe
Chris Christian Claire Clara Claudia Colin Connor Cristina Damien Dan Daniel Daniela David Davide Deborah Denise Derek
Diana Diego Dirk Dominik Doris Duarte Ed Edith Eduardo Elena Eleni Elif Elisa Elizabeth Ella Ellen Elsa Emil Emily
Emma Enrico Eric Erika Esther Ethan Eva Fabian Farah Fatima Federica Felix Fernando Finn Fiona Florian Frances Frank
Franziska Fred Gabriel Gary Gemma Georg George Giovanni Giulia Gloria Grace Greta Guillaume Gustav Hanna Hannah Hans
Harriet Hassan Heike Helen Helena Henri Henry Holger Hugo Ian Ibrahim Ines Inge Ingrid Irene Isabel Isla Ivan Jack Jakob
James Jan Jana Jane Javier Jean Jens Jessica Joana Joe Johan Johanna John Jonas Jorge Josef Josephine Julia Julian
Julie Karim Karin Karl Katharina Kath Katie Kerstin Kevin Klaus Lars Laura Laurent Lea Leila Lena Leo Leon Leonor Liam
Lili Linda Lisa Lorenzo Lotte Louis Louise Luca Lucas Lucia Ludwig Luis Luisa Lukas Maja Manuel Marc Marco Marek Maria
Marie Marina Mario Marion Markus Marta Martin Martina Mary Mateo Mathilde Matteo Matthias Max Maya Megan Mehmet Mia
Michael Michelle Miguel Mohammed Monika Moritz Nadia Natalie Nathan Niamh Nick Nicola Nicole Nils Nina Noah Nora Nuno
Olga Oliver Olivia Omar Oscar Otto Pablo Paola Patricia Patrick Paul Paula Pauline Pedro Peter Petra Philip Pia Pierre
Priya Rachel Raj Ralf Ramon Raquel Rebecca Renate Ricardo Rob Robert Rosa Rosie Roza Ruben Ruth Ryan Sabine Sally Sam
Samira Sandra Sara Sarah Sebastian Selin Simon Sofia Sonja Sophie Stefan Stephanie Steve Susan Susanne Sven Sylvie
Tamara Tanja Tariq Teresa Theo Thomas Tiago Tim Tina Tobias Tom Tomasz Tony Ulrike Ursula Uwe Valentina Valerie Vera
Victor Vincent Vivian Volker Walter Wanda Wendy Werner Will William Wolfgang Xavier Yara Yasmin Yusuf Yves Zara Zoe`;

/** Family names that are usual there. */
const FAMILY = `
Abbott Acosta Adams Ahmad Albrecht Allen Almeida Andersen Anderson Arnold Arslan Atkinson Aydin Bach Bailey Baker
Barbieri Barnes Bauer Baumann Becker Bell Bennett Berg Berger Bergmann Bernard Bianchi Blanc Bond Böhm Boyd Brandt Braun
Brooks Brown Bruno Bruns Burke Busch Butler Campbell Carlson Caruso Carvalho Castro Celik Chapman Chen Clark Clarke Clement
Cohen Cole Coleman Collins Conti Cook Cooper Costa Cox Cruz Dahl Davies Davis Demir Diaz Dietrich Dixon Doyle Dubois
Duarte Dupont Durand Edwards Ellis Engel Erdogan Esposito Evans Faber Farrell Faure Fernandes Ferrari Fiedler Fischer
Fisher Fleming Fletcher Flores Fontaine Ford Foster Fournier Fox Francis Frank Franke Freeman Friedrich Fuchs Fuller
Gallo Garcia Gardner Garnier Gibson Girard Gomes Gomez Gonzalez Gordon Graf Graham Grant Gray Greco Green Griffin Gross
Gruber Günther Gupta Guerin Haas Hahn Hall Hamilton Hansen Harris Harrison Hart Hartmann Harvey Haug Heinrich Hernandez
Herrmann Hill Hoffmann Holm Holmes Horn Houghton Howard Huber Hughes Hunt Hunter Iqbal Ivanov Jackson Jacobs Jäger James
Jansen Janssen Jensen Jimenez Johnson Jones Jordan Kaiser Kaya Keller Kelly Kennedy Khan King Klein Knight Koch Köhler
König Kovac Kowalski Krause Kraus Krüger Kruger Kuhn Kumar Lambert Lang Lange Larsen Laurent Lawson Leclerc Lee Lefebvre
Lehmann Leroy Levy Lewis Lindner Lloyd Lopes Lopez Lorenz Ludwig Luther Mackay Maier Marchetti Marino Marsh Martin
Martinez Mason Mayer McCarthy McDonald McKenna Meier Mendes Mendoza Mercier Meyer Miller Mills Mitchell Molina Moore Morales
Moreau Morel Moreno Moretti Morgan Morris Müller Murphy Murray Nagel Navarro Neumann Newman Nguyen Nielsen Novak Nowak
Nunes Olsen Ortega Ortiz Osborne Otto Owen Özdemir Palmer Park Parker Patel Paul Payne Pereira Perez Perkins Perrin Peters
Petersen Pfeiffer Phillips Pinto Pohl Popescu Porter Powell Price Quinn Ramos Rapp Reid Reyes Ribeiro Ricci Richards
Richter Riley Rinaldi Rivera Roberts Robinson Rocha Rodrigues Rodriguez Rogers Romano Romero Rossi Roth Rousseau Roux Ruiz
Russell Russo Ryan Sahin Sanchez Sanders Santos Sauer Schäfer Schmid Schmidt Schmitt Schneider Scholz Schröder Schubert
Schulz Schuster Schwarz Scott Seidel Serrano Shah Sharma Shaw Silva Simon Simpson Singh Smith Sommer Sousa Spencer Stein
Stevens Stewart Stone Suarez Sullivan Suter Taylor Teixeira Thomas Thompson Thomsen Torres Tucker Turner Vargas Vasquez
Vidal Vogel Vogt Wagner Walker Wallace Walsh Walter Ward Watson Weber Webb Wei Weiß Wells Werner West White Wilkinson
Williams Wilson Winkler Winter Wolf Wong Wood Wright Wyss Yang Yilmaz Young Zanetti Zhang Ziegler Zimmermann`;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);
const given = wordsOf(GIVEN);
const family = wordsOf(FAMILY);
const known = new Set([...given, ...family]);

/** The share of values with a usual name from which values are people's names. */
const SHARE_OF_NAMES = 1 / 3;

/** True if many of the values contain a usual name. */
export const arePeople = (values: readonly string[]): boolean =>
  values.filter((value) => value.split(/[\s'’-]+/u).some((word) => known.has(word))).length >=
  Math.max(1, values.length * SHARE_OF_NAMES);

/** People's names: given names, family names and both together. */
export function peoplesNames(count: number, random: Random): string[] {
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? '';
  const forms = [() => pick(given), () => pick(family), () => `${pick(given)} ${pick(family)}`];
  return Array.from({ length: count }, (_, index) => forms[index % forms.length]?.() ?? '');
}
