import { type AnswerPhrases, phrases } from '../answers.ts';

export const answers: AnswerPhrases = {
  leads: phrases(
    'えっと, えーと, ええと, あの, あのう, じゃあ, では, それでは, それは, これは, 名前は, 私は, 僕は, 私の名前は, はい',
  ),
  names: [],
  namesBefore: [],
  prepositions: [],
  tails: phrases(
    'です, ですね, だよ, だ, でお願いします, をお願いします, お願いします, お願い, をください, ください, にしてください, にします, がいいです, でいいです, と申します, といいます, と言います, になります, でございます',
  ),
  forNow: phrases('とりあえず, ひとまず'),
  and: 'と',
};
