import { type SearchWords, strip } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
a al algo alguien algun alguna algunas alguno algunos ante antes aqui asi aun aunque bien buenas buenos
cada como con cual cuales cualquier cuando cuanta cuantas cuanto cuantos da dan de debe debo decir dejar del desde
dia dias dime donde dos e el ella ellas ellos en entre era eres es esa esas ese eso esos esta estan estar estas este
esto estos estoy favor fue gracias ha haber hace hacer haces hacia hago han has hasta hay he hola ido la las le les lo
los mas me mi mia mio mis mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para
pero poco podeis podemos poder por porque pueda puede pueden puedes puedo pues que quien quienes quiere quiero saber
se sea ser si sin sobre son soy su sus tal tambien te teneis tenemos tener tengo ti tiene tienen tienes toda todas todo todos tu
tus un una unas uno unos usted ustedes va vais vamos van ver vez voy y ya yo
`),
  stem,
};

function stem(word: string): string {
  const plural = strip(word, ['s'], 3);
  const verb = strip(plural, ['iendo', 'ando', 'ar', 'er', 'ir'], 3);
  const noun = strip(verb, ['a', 'o', 'e'], 3);
  return strip(strip(noun, ['ad', 'id'], 3), ['a', 'o', 'e'], 3);
}
