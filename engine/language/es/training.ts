import { lines, type TrainingRows } from '../training-rows.ts';
import { inflection } from './inflection.ts';

export const training: TrainingRows = {
  code: 'es',
  hasDataSets: false,
  inflection,
  outOfScope: lines(`
cuántas lunas tiene saturno
por qué sube el pan en el horno
quién pintó el techo de esa capilla de roma
cómo entrenan las vacunas al sistema inmunitario
qué planeta gira más rápido
qué causa las auroras boreales
explica la fotosíntesis a un niño de seis años
de qué está hecho un agujero negro
dime tres ríos de américa del sur
qué significa la palabra efímero
cómo se podan los rosales en otoño
qué pegamento sirve para el cuero
cómo hago que la puerta no chirríe
por qué se ponen negras las hojas de mi albahaca
cómo quito la cera del mantel
cómo enseño a hablar a un loro
mi perro no deja de morderse la pata
cuánto viven los peces de colores
debería aprender piano o violín
quién compuso las cuatro estaciones
cuántas cuerdas tiene un arpa
qué película ganó el premio este año
cuándo empieza la próxima temporada de la serie
recomiéndame una novela en el desierto
quién ganó el partido de anoche
cómo se decide un fuera de juego
quién tiene el récord de salto de altura
explícame las reglas del ajedrez
cómo paso el último nivel del juego
cuál es el número primo más grande
cómo resuelvo una ecuación de segundo grado
a qué temperatura hierve el alcohol
cómo escribo un bucle en python
por qué mi impresora saca hojas en blanco
escribe un poema sobre la lluvia
dibújame un dragón
cuenta un cuento de un robot perdido
quién va a ganar las elecciones
cuál es la capital de mongolia
cuándo cayó el muro de berlín
por qué cayó el imperio romano
hay vida en otros planetas
qué pasa después de la muerte
crees en los fantasmas
me siento solo esta noche
mi vecino toca la batería a medianoche
mi hermana se casa en junio
qué nombre le pongo al bebé
cómo curo un tobillo torcido
qué alimentos tienen mucho hierro
qué vino va bien con el pescado
cuánto tiempo se cuece un huevo
qué setas son venenosas
cómo enciendo una hoguera bajo la lluvia
por qué ronronean los gatos
cómo hacen miel las abejas
quién inventó la cremallera
cómo funciona una máquina de vapor
cuánta pintura necesito para un dormitorio
cuándo se plantan los tulipanes
qué significa la luz amarilla del salpicadero
puede mi casero quedarse con la fianza
qué me pongo para una boda en el jardín
cómo tejo una bufanda
en qué museo están las momias
dónde está la piscina más cercana
el cielo era verde cuando yo era joven
creo que se dejó allí el paraguas
dimos un paseo junto al río
mi abuela hacía pasteles los domingos
fue un sueño muy raro
ayer pinté la valla
el tren iba lleno de turistas
pásame la sal
hay una araña en la bañera
aquí huele a algo raro
`),
  streets: {
    form: '{kind} {name} {number}',
    kinds: ['calle', 'avenida', 'plaza', 'paseo', 'camino', 'ronda', 'travesía', 'carretera'],
    names: lines(`
Alcalá
Alta
América
Aragón
Bailén
Cervantes
Colón
Cádiz
Goya
Granada
Gran Vía
Jardines
Lepanto
Lope de Vega
Mayor
Málaga
Nueva
Pizarro
Real
San Antonio
San José
San Juan
Santa Ana
Toledo
Velázquez
Zaragoza
de Castilla
de España
de la Constitución
de la Estación
de la Fuente
de la Iglesia
de la Libertad
de la Luna
de los Olivos
de las Flores
del Carmen
del Mar
del Molino
del Sol
`),
  },
  interjections: lines(`
hola
buenos días
buenas
buenas tardes
oye
oiga
mire
ay
ay no
uf
eh
em
bueno
pues
a ver
vaya
vale
anda
hombre
madre mía
caramba
genial
perfecto
ah
ah vale
oh
en fin
ya
venga
jo
`),
  mentions: [],
  remarks: lines(`
River jugó horrible
a las ocho es tarde para los niños, pon las seis
a lo hecho, pecho, cóbramelo
a ver, dime
a voleo
acorta la reserva, una noche menos
ah ok, pues resérvame uno
ahí te ves
al caer la tarde
al final hemos decidido que no
alto ahí, no autorizo nada
anótalo en la agenda
asumo la penalización, sí
aún no lo hemos decidido
aún no lo sé
bloquea la tarjeta de crédito
bueno, que llamen
bueno, ¿y qué documentos llevo?
buenísimo, metele
cachai que sí, hazlo
cachái, dale po
cambié de idea, ya no quiero el vuelo, búscame un hotel
con eso ni me llamen
conforme, gracias
congela mi cuenta
cuanto aguanta la pila esa
dale que dale el martillo de la obra
dalo por confirmado
de cabeza, va
deja que le pregunte a mi mujer
dejémoslo por hoy
demasiado follón, lo abandono
deme un momento
denme un teléfono con alguien detrás
depende, desde qué edad es
depende, duele?
dos adultos y un niño
déjalo amarrado
déjalo correr, son céntimos
echale nomas
el dentista ese es bueno
en casa todos dijeron que sí
en el gimnasio no cabía un alma
en otro momento con más calma, cierra esto
entonces no quiero ni eso ni nada
entre la una y las dos
es lo que pensaba
es él, llámalo
ese día es festivo, no sirve
eso es lo que quiero
eso es todo por hoy
eso lo saltamos, siga
eso puede esperar
esto sí que no me lo esperaba
está bien si llego tarde?
está llorando el bebé, ahora vuelvo
explíquemelo en cristiano
feliz tarde
fijo que sí
fue un malentendido, no iba a contratar
gracias por la paciencia que tuvo conmigo
hasta aquí llegamos
hasta pronto
haz, si te soy sincero, lo que te parezca
hijoles que frio
hola, ¿eres un robot?
hágale mijo
ida nomás
la seguimos otro día
la semana pasada compré un sofá enorme
la verdad no
lanza una moneda
leamelo de nuevo
lo cogiste al vuelo y mal
lo de siempre que repito: con leche
lo has pillado
lo necesito ya, hazlo
lo tenía en la punta de la lengua y nada
los gemelos de mi hermano son terribles
los jóvenes de hoy ni llaman
los niños escondieron el mando
me adapto
me arreglas la vida
me da la impresión de que sí
me dieron un golpe en el estacionamiento
me dijeron que sí tenía cobertura
me están llamando, un segundo
me has liado, mete el seguro
me piro
me pita el audífono
me puedes cancelar la reserva porfa
me resbala
me sirve
me torcí el tobillo en la escalera
me van a cobrar algo ahora o después
me van a llamar?
media docena
mejora mi habitación a una suite
mi marido va a gruñir, igual sí
mi usuario es okey_lucia
millon de gracias
muestrame mis gastos de este mes
más vale tarde que nunca
neta lo que tengan
ni loca a ese precio
ni se le ocurra
ningún comentario
no digo que no
no distingo uno de otro, así que cualquiera
no entiendo
no entiendo qué me pide
no es importante cuál
no espera, déjalo
no fumador
no hace falta, mejor ponme una alarma
no has dado pie con bola
no hay acompañante
no lo veo claro
no manches, está lleno
no me alcanza
no me convence del todo, aun así adelante
no podrá ser
no quiero ese, ¿qué otros hay?
no sé ni papa
no te preocupes
no veo fallo alguno
ok hágale, ¿y si me arrepiento después?
olvide mi contraseña
otra vez
oyó campanas
para la transferencia de ayer
pare el proceso
pon la maquinaria en marcha
por mí perfecto
pos ya qué, sí
prefiero que me llame una persona
pues toca, hágalo
pura vida
pásame el catálogo
que se quede reservado
quiero cancelar la cita y pedir otra
quiero poner una queja
quieto un momento, que lo compruebo
quiten ese servicio que no pedí
qué chistoso
qué cosas haces?
qué frío hace en el andén
qué remedio me queda, sí
reservar habitación
reservar mesa
retrasa la alarma diez minutos
seguro que si
si esto o lo otro, aún dudo
si me hace el favor
simón, dale
sin cafeína
solo la vuelta
solo si el jefe da el visto bueno
somos uno mas, corrige la reserva
son muchas vueltas, dejémoslo
soy diabético
soy un desastre con los aparatos
suspéndame el servicio un mes
sí, esos son mis datos
sí, quillo
te lo agradezco mucho
te pasaste, gracias
tengo el pasaporte caducado, así que no
tira un dado
todavía no hemos hablado de eso
todo de nuevo
transfiéreme con un agente
tres adultos, y quiero también cuna
tírale a uno
uff, no, lo dejo
un saludo
una gata esterilizada
uy, no se
vale, hasta luego
vi una peli de robots anoche
vle hazlo
ya casi es navidad
ya decía yo
ya fue todo
ya lo arregló mi vecino
ya lo hablamos y nos quedamos con eso
ya me lo imaginaba
ya me voy yendo
ya no te molesto más
ya po
yo creo que sí
yo jamás pedí semejante cosa
¿cuando me devuelven el dinero?
¿cuando me reembolsan?
¿de dónde sacas el martes? mal
¿que precio tiene?
¿qué hago ahora?
¿qué pasa si no contesto?
¿y allí cogen bizum?
échame uno más
`),
};
