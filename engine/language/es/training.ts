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
};
