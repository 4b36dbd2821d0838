import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'fr',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
combien de lunes a saturne
pourquoi le pain gonfle au four
qui a peint le plafond de cette chapelle à rome
comment les vaccins entraînent l'immunité
quelle planète tourne le plus vite
d'où viennent les aurores boréales
explique la photosynthèse à un enfant
de quoi est fait un trou noir
cite trois fleuves d'amérique du sud
que veut dire le mot éphémère
comment tailler les rosiers en automne
quelle colle tient sur le cuir
comment empêcher la porte de grincer
pourquoi les feuilles de mon basilic noircissent
comment enlever la cire d'une nappe
comment apprendre à parler à un perroquet
mon chien se mordille la patte
combien de temps vit un poisson rouge
faut-il apprendre le piano ou le violon
qui a composé les quatre saisons
combien de cordes a une harpe
quel film a gagné cette année
quand commence la prochaine saison de la série
conseille-moi un roman dans le désert
qui a gagné le match hier soir
comment juge-t-on un hors-jeu
qui détient le record du saut en hauteur
explique-moi les règles des échecs
comment battre le dernier boss du jeu
quel est le plus grand nombre premier connu
comment résoudre une équation du second degré
à quelle température bout l'alcool
comment écrire une boucle en python
pourquoi mon imprimante sort des pages blanches
écris un poème sur la pluie
dessine-moi un dragon
raconte l'histoire d'un robot perdu
qui va gagner les élections
quelle est la capitale de la mongolie
quand est tombé le mur de berlin
pourquoi l'empire romain s'est effondré
y a-t-il de la vie sur d'autres planètes
que se passe-t-il après la mort
tu crois aux fantômes
je me sens seul ce soir
mon voisin joue de la batterie à minuit
ma sœur se marie en juin
quel prénom donner au bébé
comment soigner une cheville foulée
quels aliments sont riches en fer
quel vin avec un poisson grillé
combien de temps cuire un œuf mollet
quels champignons sont vénéneux
comment faire un feu de camp sous la pluie
pourquoi les chats ronronnent
comment les abeilles font le miel
qui a inventé la fermeture éclair
comment marche une machine à vapeur
combien de peinture pour une petite chambre
quand planter les bulbes de tulipes
que signifie le voyant jaune du tableau de bord
mon propriétaire peut-il garder la caution
que porter à un mariage au jardin
comment tricoter une écharpe
dans quel musée sont les momies
où est la piscine la plus proche
le ciel était vert quand j'étais jeune
je crois qu'il a laissé son parapluie là-bas
nous nous sommes promenés au bord de la rivière
ma grand-mère faisait des gâteaux le dimanche
c'était un drôle de rêve
hier j'ai peint la clôture
le train était plein de touristes
passe-moi le sel
il y a une araignée dans la baignoire
ça sent bizarre ici
`),
};
