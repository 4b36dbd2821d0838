import { type SearchWords, strip } from '../search.ts';
import { wordSet } from '../words.ts';

export const search: SearchWords = {
  stopWords: wordSet(`
ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim
bekomme bekommen bin bis bitte da dabei dafur damit danke dann daran darauf darf darfst das dass davon dazu
dein deine deinem deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses dir
doch dort du durch durfen ein eine einem einen einer eines er es etwas euch euer eure fur ganz gar geben
gegen gehen geht gern gerne gibt guten hab habe haben habt hallo hat hatte hatten hattet hier hilfe hin ich
ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendein irgendeine irgendwie ist ja jede jedem
jeden jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner konnen konnt konnte konnten
lassen lasst lauft mache machen macht mal man mehr mein meine meinem meinen meiner meines mich mir mit
mochte mochten moglich muss mussen musst nach nein nicht nichts noch nun nur ob oder ohne sag sagen sehr
sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sollten sonst statt tag tun uber
und uns unser unsere unserem unseren unter viel viele vom von vor wann war ware waren warum was weil welche
welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder wieso wieviel will wir wird
wo wofur woher wohin wollen womit wurde wurden zu zum zur zwischen
`),
  stem: (word) => strip(word, ['ern', 'en', 'er', 'es', 'em', 'e', 'n', 's'], 4),
};
