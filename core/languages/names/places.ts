import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { factsOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** Countries and their people in English, each before the beginnings of its words elsewhere; those of five letters are unambiguous. */
const SURE =
  'austria austrian:österreich oesterreich autrich austri;australia australian:austral;germany german:deutsch allemag allemand alemã tedesc germania;' +
  'france french frenchman:frankreich französ franca franco frances francia;spain spanish spaniard:spanien spanisch spanier españ espagn spagn;portugal portuguese:portug;' +
  'sweden swedish swede:schwed suec sueco sueca suèd suede suedo svez svezia svede sved;norway norwegian:norweg norv norvèg norue;' +
  'denmark danish dane:däne dänem dänisc danin danes danois dinamar danimar;finland finnish finn:finn finnisc finnen finnois finland;iceland icelandic icelander:island;' +
  'ireland irish irishman:irland irisc;poland polish pole:pole polen polin polnisc pologn polon polac;hungary hungarian:ungar ungher hungr hongr;slovakia slovak:slowak slovaq eslova slovac;' +
  'slovenia slovenian slovene:slowen sloven esloven;croatia croatian croat:kroat croat;serbia serbian serb:serb serbi serbo serbe;romania romanian:rumän rumun roum rumen romen romani;' +
  'bulgaria bulgarian:bulgar;lithuania lithuanian:litau litu litua;latvia latvian:lettland lettisc lett leton letto letao letoe;estonia estonian:estl estn estni eston estland;' +
  'greece greek:griech grec grega grego;turkey turkish turk turkiye:türk turqu turc turch türkei turco turci;russia russian:russ russe russi russo russa rusos rusas rusia ruso rusa;' +
  'ukraine ukrainian:ukrain ucran ucraí;switzerland swiss:schweiz suiss suiza suizo suic suíça suíço svizzer;' +
  'netherlands dutch dutchman:niederl holland néerland oland paysbas paesi bassi países bajos holand;belgium belgian:belg belgi belge belga;mexico mexican:mexik mexic mexiq mejic messic;' +
  'brazil brazilian:brasil brési;argentina argentine argentinian:argent;chile chilean:chile chili cile cileno cilena;colombia colombian:kolumb colomb;peru peruvian:peru pérou peruan peruv;' +
  'bolivia bolivian:boliv;ecuador ecuadorian:ecuador ecuator equador equator;uruguay uruguayan:urugua;paraguay paraguayan:paragua;venezuela venezuelan:venezol venezuel;' +
  'china chinese:china chine chino cina cines;japan japanese:japan japon japao giapp;india indian:indien indisc inder india inde indio;canada canadian:kanad canad;israel israeli:israel isra;' +
  'egypt egyptian:ägypt égypt egip egizi egit egitto;morocco moroccan:marok maroc marru marroc marroqu;algeria algerian:alger argel;tunisia tunisian:tunes tunis tunez tunec'
/** Other places and peoples in the same way, with beginnings that other words may have too. */
const OTHERS =
  'easter:ostern pâques pascua pasqua páscoa;christmas:weihnacht noël navidad natal;italy italian:ital;czech czechia:tschech tchèq tchec chec cec;britain british:brit großbrit bretagn bretañ;' +
  'england english:engl angl ingl inghilterra;scotland scottish scots:schott écoss escoc scozz;wales welsh:wal gall gales;europe european:europ;' +
  'united:verein etats estados unid unit stati royaume reino regno;states:staat état estado stati;kingdom:königreich royaume reino regno;nations:nation naci nazion naç;union:union união;' +
  'america american:amer vereinigt états estados stati estadouni estaduni statunit norteamer;zealand:neusee neoz zélan zelan;hong:hongk;singapore singaporean:singap cingap;taiwan taiwanese:taiw;philippines philippine filipino:philip filip;pakistan pakistani:pakist paquist;korea korean:kore coré;iran iranian:iran;iraq iraqi:irak iraq;syria syrian:syr siri;africa african:afri;south:süd sur sul;north:nord nor;' +
  'east:ost est este leste;west:west ouest oeste ovest;luxembourg:luxem;malta maltese:malt;cyprus cypriot:zyp chyp chip cip;lebanon lebanese:liban;jordan jordanian:jordan;' +
  'saudi arabia:saud arab;vienna:wien vien;munich:münch munich monaco;cologne:köln cologne colon;nuremberg:nürnb;hanover:hannover;zurich:zürich zur;geneva:genf genève gineb ginevr genebr;' +
  'berne bern:bern;basel basle:basel bâle basile;brussels:brüssel bruxel brusel;antwerp:antwerp anvers amber;ghent:gent gand;the hague:den haag haye haya aia haia;lisbon:liss lisb;' +
  'rome:rom roma;milan:mail mil;turin:turin tor;venice:vened venis veneci venez;florence:floren fior;naples:neapel napl nápol nap;genoa:genua gên géno;warsaw:warsch vars;prague:prag;' +
  'moscow:mosk mosc;kyiv kiev:kiew kiev kyiv;athens:athen aten;copenhagen:kopen copen;stockholm:stockholm estocolm stoccolm;london:lond;edinburgh:edin édim;dublin:dublin;' +
  'strasbourg:straß strass estrasb;marseille:marsei marsig marsel;lyon:lyon lione;beijing:pek pequ pechin;tokyo:tok tóq tóki;seoul:seul séoul;cairo:kair cair;seville:sevil sivigl;' +
  'lake:see lac lago;mediterranean:mittelmeer méditerr;baltic:ostsee balt;antarctica antarctic:antarkt antarct antárt;arctic:arkti arctique ártic;atlantic:atlant;pacific:pazif pacif;' +
  'caribbean:karib caraïb carib;asia asian:asi;bavaria bavarian:bayer bayr oberbayer niederbayer bavièr bavar;saxony saxon:sachs niedersachs saxe sajon sasson saxón;thuringia:thüring turing;' +
  'hesse hessian:hessen hessisch;palatinate:pfalz palatin;tyrol:tirol adige;carinthia:kärnten carint;styria:steier estiria stiria;brittany breton:bretagn breton;normandy norman:normand;' +
  'burgundy:burgund bourgogn borgoñ borgogn;corsica corsican:kors cors córceg;alsace:elsass alsac alsaz;catalonia:katal catal;andalusia andalusian:andal;castile:kastil castill castig;' +
  'biscay:biscay vizcay bizkai;tuscany tuscan:tosk tosc;lombardy lombard:lombard;piedmont:piemont piamont;sicily sicilian:sizil sicil;sardinia sardinian:sardin sardeñ sardegn sardaign cerdeñ;' +
  'apulia:apul pugli pouill;azores:azor açor;majorca mallorca:mallorc;corunna:coruñ;saragossa:zaragoz;alps alpine:alpen alp;rhine:rhein rhin ren reno;danube:donau danub;tamil:tamou tamil;' +
  'arabic arab:arab;hebrew:hébr ebra;persian farsi:pers;kurdish kurd:kurd curd;basque:bask basqu vasc basc;catalan:katal catal;latin:latein latin;commission:kommission comis comm;' +
  'parliament:parlement parlam;council:rat conseil consej consigli conselh;court:gericht cour corte tribunal;bank:bank banque banc;ministry:minist;government:regier gouv gobiern govern;' +
  'paris:paris parig;madrid:madr;thames:themse tamis támesis tamigi;seine:sena senna;meuse:maas mosa;moselle:mosel;scheldt:schelde escaut escald schelda;vistula:weichsel vistul;' +
  'tagus:tejo tajo tago;volga:wolga volga;nile:nil nilo;ganges:gange;ljubljana:laibach lubian liublian;bucharest:bukarest bucarest;belgrade:belgrad;krakow cracow:krak crac;' +
  'gothenburg:göteborg gotenburg gotemburg;aachen:aix aquisgr;mainz:mayence magunc magonz mogúnc;trier:trèves trever trevir;regensburg:ratisb;leipzig:lipsia;dresden:dresd;hamburg:hamb amburg;' +
  'frankfurt:francf francof;berlin:berl;stuttgart:stoccard estugard;freiburg:fribourg friburg;metz:metz;nice:nizza niza;avignon:aviñón avignon avinhão;bordeaux:burdeos bordéus;' +
  'toulouse:tolosa tolous;padua:padov padoue;mantua:mantov mantoue;syracuse:siracus syrak;trieste:triest;bruges:brügg bruj;leuven:löwen louvain lovain lovanio;luxor:louxor;tehran:teher;' +
  'baghdad:bagd;damascus:damas;jerusalem:jerus gerus;algiers:algier alger argel;tripoli:trípol;mecca:mekk mecq meca;havana:haban avan;quebec:québ;york:york iorque;shanghai:schangh xangai;' +
  'delhi:délhi deli;mumbai:bombay;polynesia:polynés polin;himalaya:himal;pyrenees:pyren pirin;vesuvius:vesuv;crimea:krim crim;siberia:sibir siber;balkans:balkan balcan;' +
  'scandinavia scandinavian:skandin scandin escandin;flanders:fland;wallonia:wallon valon;prussia:preuß prus;galicia:galic galiz;lapland:lapp lapon;kremlin:kreml;pentagon:pentág;' +
  'vatican:vatik vatic;mars:marte;venus:vener;jupiter:giove;neptune:neptun nettun;mercury:merkur mercur;ivory:elfenbein marfil marfim avorio ivoir;burma burmese:birma;' +
  'chechnya chechen:tschetschen chechen tchétchèn tchétchén cecen;kashmir:kaschmir cachem caxem;rhone:ródan rodan rhôn;tiber:tevere tibre tíber;aegean:ägäis egeo egeu egée égée;matterhorn:cervin;' +
  'quran koran:koran corá cora alcor;hezbollah:hisboll hezbol hizb;caesar:cäsar césar cesare;qaeda:kaida qaida caeda;columbus:kolumb colón colom;julius:jules julio giul júl;michelangelo:miguel ángel michelange;sistine:sixtin sistin;' +
  'grisons:graubünd griso grigion;hormuz:ormuz hormus;bosphorus:bospor bósfor bosfor;palestine palestinian:palästin palest;channel:kanal canal manche manica mancha;navarre:navarr;' +
  'riviera:côte costa;azur:azul azzur;euphrates:euphrat éufrat eufrat;tigris:tigr;carthage:karthag cartag;troy:troja troy troia;sparta:spart espart;crete:kret cret;rhodes:rhod rod;cyclades:kyklad ciclad cíclad;' +
  'pompeii:pompe;constantinople:konstant constant;silesia:schles siles;moravia:mähr morav;bohemia:böhm bohem boem bohêm;pomerania:pommer pomer;savoy:savoy savoi saboy;lorraine:lothr lorra lorena;ardennes:arden;' +
  'gdansk:danzig danzic;wroclaw:bresl;bratislava:pressburg;newfoundland:neufund terran terre terra;holocaust:shoah;habsburg habsburgs:asburg;odysseus:ulis ulys odis;ababa:abeb;gaddafi:gadaf ghedd kadhaf;' +
  'colosseum:colis coloss koloss;giza:guiz gizeh;joan:juan jeann giovann joan;leo:lev león leone;pyotr:peter piotr;charlemagne:karl carl;christi:dieu domini deus fronl;adige:etsch'

/** Towns whose names in other languages are hardly alike. */
const TOWNS =
  'rouen:ruan ruao;toulon:tolon;dijon:digion;mulhouse:mulhaus;perpignan:perpin;dunkirk:dunker dunquer;avignon:avin avign;augsburg:august;braunschweig:brunsw brunsv;liege:luttich lieja liegi;' +
  'mechelen mechlin:malin;leuven louvain:lowen lovain lovan;bruges:brugg bruj;kortrijk:courtr;nijmegen:nimw nimeg;ypres:ieper ypern ieperen;tournai:doornik;roermond:ruremond;lausanne:losann;' +
  'chur:coir;solothurn:soleur solett;schaffhausen:schaffhous sciaff;fribourg:freib friburg;bolzano:boz;trento:trient;merano:meran;poznan:pos;szczecin:stett;katowice:kattow;torun:thorn;' +
  'brno:brunn;ostrava:ostrau;pilsen plzen:pils plz;olomouc:olmutz;kosice:kasch;rijeka:fium;dubrovnik:ragus;zadar:zara;pula:pola;zagreb:zagabr agram;osijek:esseg;maribor:marburg;' +
  'sibiu:hermannst;cluj:klausenb;brasov:kronst;timisoara:temes;piraeus:pirau pire;patras:patra;rhodes:rhod roda;izmir:esmirn smirn;lviv:lemb leopol lvov lwiw;tartu:dorp;tallinn:reval;' +
  'vilnius:wilna vilna;klaipeda:memel;kaliningrad:konigsb;turku:abo;bethlehem:belen belem betlem;jaffa:giaff jafa;basra:basor bassor bacora;jeddah:dschidd gedd jida yeda djedd;isfahan:ispah esfah;' +
  'shiraz:schiras chiraz xiraz;yerevan:eriw erev erevan;tbilisi:tifl;chennai:madras;mumbai:bombai;kolkata:calcut kalkut;yangon rangoon:rangun rangoun rangum;nanjing:nank nanquim nanchin;guangzhou:canton kanton cantao;' +
  'tianjin:tientsin;chongqing:tschungk;shenyang:mukden;jakarta:giacart yakart jacart djakart;skopje:escop skopie uskub;tangier:tanger tangeri tanja;oran:orano;fez:fes;constantine:costantin;' +
  'johannesburg:joanesb;maputo:lourenc;harare:salisb;nouakchott:nuak nuaq;ghent:gante;lucca:lucques luca;leghorn:livorn;taranto:tarent;brescia:bresc;aosta:aoste;' +
  'bayonne:bayon baion;vitoria:gasteiz;pamplona:pampelun iruna;bilbao:bilb;cadiz:cadix cadic;xian:sian;macau:macao;kinshasa:quinx;quito:kito'

/** A place, or a country and its people. */
export interface Place {
  /** Its names in English, in lower case without accents and hyphens, as the next field. */
  english: ReadonlySet<string>
  /** The beginnings of its names in other languages. */
  others: string[]
}

const read = (list: string): Place[] =>
  list.split(';').map((entry) => {
    const [english = [], others = []] = entry.split(':').map((words) => wordsIn(words).map(foldName))
    return { english: new Set(english), others }
  })

/** Countries whose names are unambiguous in every language. */
export const COUNTRIES: readonly Place[] = read(SURE)

const PLACES = new Map<string, Place>()
for (const place of [
  ...COUNTRIES,
  ...[OTHERS, TOWNS, ...ofEveryLanguage(({ names }) => names.places)].flatMap(read),
])
  for (const name of place.english) {
    const known = PLACES.get(name)
    if (known) known.others.push(...place.others)
    else PLACES.set(name, place)
  }
/** The other countries, of which all languages have lists; their people are called after them: Quênia, queniana. */
const REGIONS = new Map<string, Place>()

const partsOf = (name = '') => (name.match(/\p{L}{4,}/gu) ?? []).map(foldName)

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const CODES = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))

const regionsIn = (language: Language) =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })

function regionOf(folded: string) {
  if (REGIONS.size === 0) {
    const [english, ...others] = LANGUAGE_CODES.map(regionsIn)
    for (const code of CODES)
      for (const word of partsOf(english?.of(code)))
        REGIONS.set(word, {
          english: new Set([word]),
          others: others.flatMap((names) =>
            partsOf(names.of(code)).map((word) => word.replace(/(?<=.{4})[aeo]s?$/, '')),
          ),
        })
  }
  return REGIONS.get(folded) ?? REGIONS.get(folded.replace(/(?<=.{4})ns?$/, '')) ?? null
}

const placeOf = (folded: string) =>
  PLACES.get(folded) ?? PLACES.get(folded.replace(/s$/, '')) ?? regionOf(folded)

/** The beginnings of all words for the place with this English name, without accents. */
export const beginningsOf = (english: string): string[] => {
  const place = PLACES.get(english)
  return place ? [...place.english, ...place.others] : []
}

/** Returns true when a word of another language begins as the place with this English name does. */
export const isForeignPlace = (english: string, word: string) =>
  word.length > 3 &&
  (placeOf(english)?.others.some((start) => start.length > 3 && word.startsWith(start)) ?? false)

const OWN_COUNTRIES = new Map<Language, ReadonlySet<string>>()

/** Returns true when a word of a language is the name of a country in it, in the given form. */
export function isCountryIn(language: Language, folded: string): boolean {
  let own = OWN_COUNTRIES.get(language)
  if (!own) {
    const names = regionsIn(language)
    const words = CODES.map((code) => names.of(code) ?? '').filter((name) => /^\p{L}+$/u.test(name))
    own = new Set(words.map(foldName))
    OWN_COUNTRIES.set(language, own)
  }
  return own.has(folded)
}

/** Returns true when a word is the name of a place that has its own in many languages. */
export const isPlace = (word: string) => placeOf(foldName(word)) !== null

/** Returns true when two English words are a country and its people, such as Dutch and the Netherlands. */
export const isSamePlace = (one: string, other: string) =>
  one.length > 2 && placeOf(one)?.english.has(other) === true

/** Returns true for the name of a country in which the language is spoken, or of its people; texts from there seldom name it. */
export const isHomeOf = (language: Language, word: string) =>
  wordsIn(factsOf(language)?.homes).some((home) => isSamePlace(home, foldName(word)))

/** Removes differences between languages in the spelling of one name: Kommission, comisión. */
const alike = (text: string) =>
  text
    .replace(/ph/g, 'f')
    .replace(/[kq]u?|ch/g, 'c')
    .replace(/y/g, 'i')
    .replace(/w/g, 'v')
    .replace(/(.)\1/g, '$1')
    .replace(/h/g, '')
    .replace(/z/g, 's')

/** The length from which equal beginnings are not a coincidence: Geophysics, geofisica. */
const LONG = 7

/** Returns true when one of the words of another language is the form of an English name: Munich for München, Xi for Xi’s. */
export function isForeignForm(folded: string, words: readonly { folded: string; text: string }[]): boolean {
  const starts = [placeOf(folded), regionOf(folded)].flatMap((place) => place?.others ?? [])
  if (starts.length > 0 && words.some((word) => starts.some((start) => isOfPlace(word, start)))) return true
  if (folded.length < 5) return words.some(({ folded: other }) => other === `${folded}s`)
  const own = alike(folded)
  const stem = folded.slice(0, -1)
  return words.some(
    ({ folded: other, text }) =>
      // People are called after their town: Toulouse, toulousaine.
      (stem.length > 4 &&
        /^\p{Ll}/u.test(text) &&
        other.startsWith(stem) &&
        other.length - stem.length <= 5) ||
      ((folded.length > LONG || /^\p{Lu}/u.test(text)) && isNearly(own, alike(other))),
  )
}

/** Returns true when a word is one for the place whose names begin so, which may be its second part: Ostasien, Südostasien. */
const isOfPlace = ({ folded, text }: { folded: string; text: string }, start: string) =>
  folded.startsWith(start) ||
  (/^\p{Lu}/u.test(text) && start.length > 2 && folded.indexOf(start) > 2 && folded.indexOf(start) < LONG + 1)

/** Returns true when two spellings differ in their ending only. */
function isNearly(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared++
  return shared >= 4 && shared >= one.length - 2 && other.length - shared <= 3
}
