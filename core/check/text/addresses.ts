/** An address with its scheme, or of mail. */
export const WRITTEN_ADDRESS = String.raw`(?<![a-z\d])(?:[a-z][a-z\d+.-]{0,15}:\/\/|www\.|mailto:|javascript:|data:)[^\s<>“”„»«"]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`

/** A host without its scheme, in any script, with the rest of the address. */
const HOST =
  /(?<![\p{L}\p{N}.@/-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{1,62}\.){1,8}(\p{L}{2,24})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?:\/[^\s<>“”„»«"]*)?/gu
/** A host of a single letter; with a capital after the point it is an initial. */
const SHORT_HOST =
  /(?<![\p{L}\p{N}.@/-])[\p{L}\p{N}]\.(\p{Ll}{2,24})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])(?:\/[^\s<>“”„»«"]*)?/gu
const FILE = /[a-z]\.(?:js|ts|py|md|txt|pdf)$/u
/** The domains of countries (IANA root zone, 2026). Names such as ver.di end in no domain. */
const COUNTRIES = new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck ' +
    'cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr ' +
    'gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt ' +
    'lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk ' +
    'pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl ' +
    'tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'
  ).split(' '),
)

/** The hosts that a text names without a scheme, as readers and mail programs take them for addresses. */
export function bareHosts(text: string): string[] {
  return [HOST, SHORT_HOST]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(
      ([host, end = '']) =>
        !FILE.test(host) && (!/^[a-z]{2}$/i.test(end) || COUNTRIES.has(end.toLowerCase())),
    )
    .map(([host]) => host)
}
