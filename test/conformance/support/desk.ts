/**
 * The settings of an assistant with a business-logic server and a log of conversations, in a language that the encoder
 * cannot read, so that training takes a moment.
 */
export const SETTINGS = `schema: 1
name: shop
languages: { default: ja, supported: [ja] }
business_logic:
  url: env:BLS_URL
  secret: env:BLS_SECRET
conversations: { keep: 30d, queries: true }
out_of_scope:
  say: { ja: お店のことだけ分かります。 }
  utterances: { ja: [天気はどうですか, 冗談を言って, 音楽をかけて, 試合はどちらが勝ちましたか] }
`;

/** Its three competencies by name. */
export const COMPETENCIES = {
  hours: `competency: hours
states:
  hours:
    terminal: true
    utterances: { ja: [何時に開きますか, 営業時間, 何時に閉まりますか, 今日は開いていますか] }
    say: { ja: 九時から六時までです。 }
`,
  payment: `competency: payment
states:
  payment:
    terminal: true
    utterances: { ja: [どうやって払えますか, カードは使えますか, 現金で払えますか, 支払い方法] }
    say: { ja: カードか現金です。 }
`,
  report: `competency: report
business_logic: true
states:
  report:
    terminal: true
    utterances: { ja: [レポートを送って, レポートをください, レポートが必要です, 今レポートを見せて] }
    say: { ja: "レポート {{said}}." }
`,
} as const;

/** Query that no competency understands, though `payment` should. */
export const MISSED = 'klarna 大丈夫';
