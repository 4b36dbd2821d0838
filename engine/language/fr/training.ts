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
  streets: {
    form: '{number} {kind} {name}',
    kinds: [
      'rue',
      'avenue',
      'boulevard',
      'chemin',
      'allée',
      'impasse',
      'place',
      'quai',
      'route',
      'passage',
      'square',
    ],
    names: lines(`
Carnot
Foch
Gambetta
Jean Jaurès
Jean Moulin
Jules Ferry
Molière
Pasteur
Saint-Michel
Victor Hugo
Voltaire
de Bretagne
de Verdun
de l'Église
de l'Hôtel de Ville
de la Fontaine
de la Gare
de la Liberté
de la Mairie
de la Paix
de la Poste
de la République
des Acacias
des Cerisiers
des Écoles
des Fleurs
des Jardins
des Lilas
des Peupliers
des Prés
des Roses
du Bac
du Château
du Four
du Lavoir
du Marché
du Moulin
du Port
du Stade
Émile Zola
`),
  },
  interjections: lines(`
bonjour
salut
bonsoir
coucou
allô
ah
ah bon
oh
oh là là
euh
hum
ben
bah
bon
alors
tiens
zut
mince
aïe
ouf
dites
écoutez
voilà
génial
super
parfait
d'accord
enfin
mon Dieu
eh bien
`),
  mentions: [],
  remarks: lines(`
a croire que tu lis dans mes pensees
ah ben ça m'arrangerait, oui
ainsi va le monde
annuler mon rdv
au centime près
au petit bonheur la chance
au pifomètre
au plaisir
aucun de ceux-là
avant la fermeture, moins le quart
ben voyons, non
bon bah ok
bon, d'accord
brut de décoffrage, sans options
bye là
c'est avec deux l
c'est beau, fais-le
c'est combien ?
c'est du pareil au même
c'est mon mari qui gère ça, moi j'en sais rien
c'est niet
c'est pas pour me déplaire
c'est pas sorti de ma bouche
c'est possible de parler a quelqu'un ?
c'est pour les enfants ?
c'est pour prendre un rendez-vous
c'est sympa comme tout
c'est tout à refaire, du début
c'est trop compliqué, j'arrête
c'est vrai
c'est vraiment ce prix-la ?
c'était le perroquet, pardon
ca va, merci
ce resto est passé à la télé
celui que vous recommandez
changez la destination
cherche une pharmacie ouverte
chui chaude
comme d'habitude
comme vous le sentez
comme vous préférez
comment je fais
comment vas-tu ?
demi-tour, je fais rien finalement
dieu sait
dès que possible
désactive le renouvellement automatique
effaçons tout et repartons
est-ce que je parle à une personne
evidemment non
fais comme t'as dit
fais les courses de la semaine
faites comme si j'avais rien dit
faites-moi rappeler par quelqu'un
fausse alerte, oublie
faut attendre longtemps
foncé, c'est moins salissant
gardez-vous en bien
genial, oui
hmm non
hmm oui
il est quelle heure
il faudrait changer le titulaire du compteur
j'ai ce qu'il me faut, merci
j'ai changé d'idée
j'ai chialé comme une madeleine
j'ai fait allemand et j'ai tout oublié
j'ai hate qu'il fasse beau
j'ai perdu mon passeport
j'ai plus le courage, on arrête
j'ai retrouvé ma carte, on oublie
j'aime tout
j'attends le plombier depuis ce matin
j'en ai aucun
j'en ai déjà plein
j'en ai déjà un
j'suis mêlée
jai cliqué sur oui et rien ne sest passé
jaimerais louer une voiture
jaimerais savoir combien ça coûte
je comprends qu'il y ait la queue
je craque, oui
je dis jamais non au chocolat moi
je donne mon aval
je décline
je lui dois la vie à cette docteure
je m'en occupe moi-même
je m'en souviens plus
je n'ai pas l'info
je ne suis pas d'accord
je ne suis pas encore client
je parlais de ce vendredi, pas du prochain
je pense que oui
je peux laisser vide ?
je prends un traitement pour la tension
je préfère qu'on m'appelle
je retire ma réclamation
je sors de la douche
je suis déjà servi
je suis toujours comme ça le lundi
je suis tout ouïe
je te laisse mon café refroidit
je veux faire une réclamation
je veux plus
je veux porter plainte
je veux que la facture soit au nom de la societe
je veux rester avec l'ancien
je veux supprimer mon profil
je veux tout refaire
je vois pas ce qu'il faut répondre
je voudrais modifier ma réservation
je voudrais payer l'eau
je voulais savoir le prix
je vous remercie
jetez tout à la poubelle
l'agence du centre, l'ancienne
l'amende est de combien
l'autre carte
l'écran est cassé
l'électricité a encore pris dix pour cent
la suivante
la voisine m'a même pas dit merci
laisse en blanc
laisse tomber
laisse-moi reflechir
le ciel nous en préserve
le direct de neuf heures moins dix
le mail du travail, lola arobase tissus point fr
le train à la place du car
ma fille se marie en octobre
ma grand-mère le disait déjà
ma montre retarde d'une demi-heure
mais oui, voyons
mange de la marde
merci bonne nuit
merci, et vous fermez à quelle heure ?
merci, sans façon
minute papillon
mmh non
mon cousin y a bossé trois ans
mon doigt a glissé
mon neveu fabrique des robots a l'ecole
mon oncle était agent de douane
mon voisin du cinquième a quatre bagnoles
montre-moi mes réservations
montrez voir
ne commandez pas
ne vous avisez pas de le faire
ni les uns ni les autres
non mais non
non, je préfère un humain
ok vas-y
ok, merci
ok, merci beaucoup
on a déjà mangé
on laisse tout en l'état
on m'est rentré dedans sur le parking
on verra
oui j'aimerais
oui oui, une fois
oui, et reserve-moi aussi un taxi
oui, euh non en fait
partie remise
pas la moindre idée
pff la flemme
plus fort et encore une fois svp
plus la peine
pourquoi ma facture est si élevée ?
quand vous voulez
que oui
quelque chose de moins cher
relisez-moi la liste
reprenons depuis le départ
retire une chaise
rien a redire
répétez le prix
si tu veux, oui
si ça ne dérange pas, oui
tentant, mais non
tout le solde
traduis ça en anglais
trop gentil
très volontiers, oui
tu m'as convaincu, fais
un detartrage
une petite demi-douzaine
une plainte pour le ménage
une question, vous avez un ascenseur ?
une vraie personne
vas y laisse
vous êtes des voleurs
à l'heure du déjeuner
à la grâce de dieu, allez-y
à la virgule près
à vue de nez je sais pas
ça a ben de l'allure
ça fait plaisir un service pareil
ça m'est passé
ça me tente
ça tombe pas juste
`),
};
