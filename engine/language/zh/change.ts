import type { RelativeWords, RoleWords, WordsOfChange, WordsOfKinds, WordsOfSentences } from '../change.ts';
import { listsOf, spaced } from '../words.ts';

export const change: WordsOfChange = listsOf({
  not: '不是|不要|别|不|不在|不去|并非',
  notIfHeld: '',
  offer: '为什么不|何不|不如|不超过|不多于|不少于|不晚于|不早于',
  notBetween: '但|但是|只|超过|少于|早于|晚于|之前|之后|确定|知道|如果|因为|所以',
  but: '而是|是|要|改成|改为|换成|应该是|但是',
  insteadOf: '而不是|代替|取代',
  instead: '更好|比较好|改成|改为|改到|换成|换到|还是',
  excess:
    '太早|太早了|太晚|太晚了|太贵|太贵了|太多|太多了|太少|太少了|太远|太远了|太近|太长|太长了|太短|太大|太大了|太小|太小了|太高|太低',
  repair:
    '不是|不对|不不|不|哦不|啊不|等等|等一下|抱歉|对不起|不好意思|我是说|我说的是|我的意思是|应该是|更正|说错了|错了|其实|还是|或者说|改成|改为|改到|换成',
  change: '把|将|更改|修改|变更|从',
  into: '改成|改为|改到|换成|换到|变成|调整为|调到|推迟到|提前到',
  also: '也|还|还有|再加|另外|加上|同时|以及',
  alsoBehind: '也要|也是',
  other: '另一个|另外一个|另一种|另外那个|另一张',
  swapped: '反过来|反了|倒过来|相反|反方向|对调|调换|互换|弄反了|说反了',
});

export const roles: RoleWords = {
  origin: listsOf({
    beside: '从|由|自|离开|出发地|出发地是|打',
    behind: '出发',
    called: '出发地|出发|从哪里|从哪|起点|始发地|从哪儿',
  }),
  destination: listsOf({
    beside: '到|去|往|飞往|前往|开往|飞|回|至|目的地|目的地是',
    called: '目的地|去哪里|去哪儿|去哪|到哪里|到哪儿|到哪|终点|到达',
  }),
  begin: listsOf({
    beside: '出发|从|自|去程|入住|开始|起',
    behind: '出发|入住|开始|起',
    called: '出发|去程|入住|开始|什么时候出发|出发日期|开始日期|入住日期',
  }),
  end: listsOf({
    beside: '返回|返程|回程|回来|到|至|退房|结束|直到',
    behind: '返回|返程|回程|回来|退房|结束|为止',
    called: '返程|回程|返回|回来|退房|结束|结束日期|退房日期|返程日期',
  }),
};

export const relative: RelativeWords = listsOf({
  more: '多|更多|增加|加',
  less: '少|更少|减少|减',
  another: '再加|再来|再|多加|加|另外|多来|多',
  one: '',
  later: '晚|晚一点|推迟|往后|以后再',
  earlier: '早|早一点|提前|往前',
  longer: '更久|延长',
  shorter: '缩短',
  dayAfter: '第二天|次日|后一天|隔天|晚一天|推迟一天',
  dayBefore: '前一天|头一天|早一天|提前一天',
});

export const sentences: WordsOfSentences = listsOf({
  joiningWithin: '',
  joining: '和|还有|另外|然后|但是|不过|而且|并且|对了|那|再|以及|同时',
  precedence: '先|之前|首先',
  questions:
    '什么|什么时候|哪里|哪儿|哪个|哪些|哪|谁|为什么|怎么|怎样|怎么样|如何|多少|几|几点|多久|多长|能不能|可不可以|是不是|有没有|可以吗|请问|能否|是否',
  followUps: '那|那么|还有|那如果|换成|一样|同样|也|要是|如果',
  pointing: '它|这个|那个|这|那件事|同一个|一样的',
  pointingAtEnd: '这个|那个|这样|那样',
  places: '那里|那儿|那边',
  noPlaces: '',
  same: '同一|同一个|同样|同样的|一样的|相同|相同的',
  again: '再来一次|再来一个一样的|再来一份一样的',
  demonstratives: '这个|那个|这张|那张|这|那|同一个|同一张|同样的',
});

export const kinds: WordsOfKinds = listsOf({
  date: '天|日期|日子',
  time: '时间',
  money: '金额|价格',
  phone: '号码|电话',
  email: '邮箱|地址',
  duration: '时长',
});

/** Words that say nothing by themselves beside a value. */
export const connecting: readonly string[] = spaced(`
  的 了 吗 呢 吧 啊 呀 哦 嗯 呃 是 在 有 和 跟 与 到 去 从 往 向 给 为 把 将 被 让 就 都 也 还 再 我 我们 你 您 他 她 它 这 那 这个 那个 个 我要 我想 我想要 想 想要 要
  请 请问 帮我 帮忙 麻烦 麻烦你 麻烦您 谢谢 谢谢你 谢谢您 好 好的 行 可以 对 不 没有 那就 就是 应该 应该是 改 改成 改到 订 大概 左右 一下 大约 现在 这里 那里 会 能 得 地 着 过 说
  叫 做 用 以 于 上 下 里 之 所 而`);

export const yesNo = listsOf({ yes: '是', no: '否' });
