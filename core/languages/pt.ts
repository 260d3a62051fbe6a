import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { pairs } from '#core/languages/lists.ts'

const ORDINALS = ' primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono'.split(' ')
const TENS = ' décimo vigésimo trigésimo'.split(' ')

const PORTUGUESE: LanguageFacts = {
  functionWords:
    'o a os as um uma uns umas e ou mas nem se que quem qual quais cujo cuja como quando onde porque pois embora enquanto ao à aos às ' +
    'ante após até com contra de do da dos das desde durante em no na nos nas num numa entre para pelo pela pelos pelas perante por ' +
    'sem sob sobre trás eu tu ele ela nós vós eles elas me te lhe lhes meu minha teu tua seu sua seus suas nosso nossa este esta estes ' +
    'estas isto esse essa esses essas isso aquele aquela ser é são era eram foi foram seja sejam sido sendo estar está estão estava ' +
    'estavam ter tem têm tinha tinham haver há pode podem poder vai vão ir faz fazem fazer não sim já mais menos muito tão também ' +
    'ainda só todo toda todos todas outro outra outros outras mesmo mesma cada assim então agora',
  iso3: 'por',
  lengthRatio: 1.08,
  numbers: {
    cardinals:
      '0 zero;1 um uma;2 dois duas;3 três;4 quatro;5 cinco;6 seis;7 sete;8 oito;9 nove;10 dez;11 onze;12 doze;13 treze;14 catorze quatorze;15 quinze;' +
      '16 dezasseis dezesseis;17 dezassete dezessete;18 dezoito;19 dezanove dezenove;20 vinte;30 trinta;40 quarenta;50 cinquenta;60 sessenta;' +
      '70 setenta;80 oitenta;90 noventa;100 cem cento;200 duzentos duzentas;300 trezentos trezentas;400 quatrocentos quatrocentas;500 quinhentos quinhentas;' +
      '600 seiscentos seiscentas;700 setecentos setecentas;800 oitocentos oitocentas;900 novecentos novecentas',
    hundreds: '',
    loose:
      '1 primeiro primeira vez;2 segundo segunda ambos ambas par dobro dupla duplo duplicou duplicar duplicado dobrou;3 terceiro terceira terço terços triplo triplicou;' +
      '4 quarto quarta quartos quádruplo quadruplicou;5 quinto quinta quintos quíntuplo;6 sexto sexta;7 sétimo sétima;8 oitavo oitava;9 nono nona;10 décimo décima décimos dezena década;' +
      '12 dúzia dúzias;15 quinzena;14 quinzena;20 vintena;30 trintena;100 centena centenas século centésimo;1000 milhar;0.5 meio meia metade;' +
      '30 meia;0.25 quarto;15 quarto;0.75 quartos;0.33 terço;0.66 terços;0.67 terços;0.2 quinto;0.1 décimo;11 undécimo;' +
      '100 centenas;1000 milhares;12 meio-dia dúzias;2 dobraram duplicaram dobrar duplicando;3 triplicou triplicaram triplicar triplicado;10 dezenas;4 quadruplicaram;20 vintão vintões;30 trintão trintona trintões trintonas;40 quarentão quarentona quarentões;50 cinquentão cinquentona cinquentões;60 sexagenário sexagenária sessentão;70 septuagenário septuagenária;80 octogenário octogenária;90 nonagenário;100 centenário centenária;12 dezenas;5 quintuplicou quintuplicado quintuplicar;6 sextuplicou',
    half: 'meio',
    magnitudes: [
      ['mil milhões|mil milhão', 1e9],
      ['triliões|trilião', 1e18],
      ['trilhões|trilhão|tri|biliões|bilião', 1e12],
      ['bilhões|bilhão|bi', 1e9],
      ['milhões|milhão|mi', 1e6],
      ['mil', 1e3],
    ],
    large: { billion: 'mil milhões', trillion: 'bilião' },
    indefinite: 'milhar milhares',
    spacedLetters: 'M',
    dozens: 'dúzia dúzias',
    and: 'e',
    andHalf: 'e meio;e meia',
    range: 'a e',
    between: 'ou até de ao para os as',
    of: 'de',
    minus: 'minus',
    perhapsMinus: 'menos',
    about:
      'cerca de|quase|aproximadamente|perto de|mais de|menos de|pelo menos|até|em torno de|superam?(?: os)?|ultrapassam?(?: os)?',
    hasSpaces: true,
    ordinals: '[oa]s?',
    ordinalStems:
      '1 primeir;2 segund;3 terceir;4 quart;5 quint;6 sext;7 sétim;8 oitav;9 non;10 décim;11 undécim;12 duodécim;20 vigésim;30 trigésim;' +
      '40 quadragésim;50 quinquagésim;60 sexagésim;70 septuagésim;80 octogésim;90 nonagésim;100 centésim;1000 milésim;1000000 milionésim',
    ordinalEndings: '-o -a -os -as',
    parts:
      '2 meio meia metade;3 terço terços;4 quarto quartos;5 quinto quintos;6 sexto sextos;7 sétimos;8 oitavo oitavos;9 nonos;10 décimo décimos',
    otherWords:
      'um uma primeiro primeira primeiros primeiras segundo segunda segundos terça quarta quinta sexta quarto quartos vez vezes meia meio',
    divided: 'divid\\p{L}+ por',
    outOf: 'em cada',
    belowZero: 'abaixo|negativos?',
    decades: 's',
  },
  dates: {
    weekdays:
      'domingo;segunda-feira|segunda;terça-feira|terça;quarta-feira|quarta;quinta-feira|quinta;sexta-feira|sexta;sábado'.split(
        ';',
      ),
    months:
      'janeiro|jan;fevereiro|fev;março|mar;abril|abr;maio|mai;junho|jun;julho|jul;agosto|ago;setembro|set;outubro|out;novembro|nov;dezembro|dez'.split(
        ';',
      ),
    isMonthFirst: false,
    fillers: 'a as d de e feira o',
    between: 'dia|o',
    of: 'de',
    feasts: 'Natal|Ano Novo|Réveillon|Consoada|Dia de Reis|Todos os Santos',
    oClock: 'horas',
    clock: {
      at: 'às?|das|desde as|até às',
      morning: 'a\\.?\\s?m|da (?:manhã|madrugada)',
      evening: 'p\\.?\\s?m|da tarde',
      night: 'da noite',
      late: 'noite|tarde',
      smallHours: 'madrugada',
      noon: 'meio-dia',
      midnight: 'meia-noite',
      phrases: [
        ['(?:às?|as|das?) H(?: horas)? e meia', 30],
        ['(?:às?|as|das?) H(?: horas)? e M', 1],
        ['M para (?:as?|o) H', -1],
        ['(?:às?|as|das?) H(?: horas)? e (?:um )?quarto', 15],
        ['(?:às |um |a )?(?:quarto|quinze) para (?:as?|o) H', -15],
        ['(?:às?|as|das?) H menos (?:um )?quarto', -15],
        ['(?:às?|as|das?) H menos M', -1],
      ],
    },
  },
  units: {
    USD: 'dólares|dólar',
    EUR: 'euros?',
    GBP: 'libras(?: esterlinas)?',
    CHF: 'francos?(?: suíços?)?',
    JPY: 'ienes',
    CNY: 'yuans?|iuan(?:e?s)?|renminbis?',
    INR: 'r[uú]pias?',
    BRL: 'reais',
    MXN: 'pesos?',
    SEK: 'coroas?',
    KRW: '(?<!\\d )won(?:e?s)?',
    RUB: 'rublos?',
    TRY: 'liras?(?: turcas?)?',
    PLN: 'zlótis|zlotys?',
    ZAR: 'rands?|randes',
    ILS: 'shekels?|siclos',
    AED: 'dirhams?|dirames',
    SAR: 'riais|rials?',
    THB: 'bahts?',
    VND: 'dongs?',
    UAH: 'hryvnias?|grívnias?',
    NGN: 'nairas?',
    MYR: 'ringgits?',
    HUF: 'forints?|florins',
    pound: 'libras?',
    bit: 'bits?(?: por segundo)?',
    hertz: 'hertz',
    IDR: 'rupias indonésias',
    'percentage point': 'pontos? percentua(?:l|is)',
    percent: 'por cento|porcento',
    'basis point': 'pontos base',
    kilometre: 'quil[óô]metros?',
    metre: 'metros?',
    centimetre: 'centímetros?',
    millimetre: 'milímetros?',
    nanometre: 'nan[óô]metros?',
    mile: 'milhas?',
    foot: 'pés',
    inch: 'polegadas?',
    tonne: 'toneladas?',
    kilogram: 'quilos?|quilogramas?',
    gram: 'gramas?',
    milligram: 'miligramas?',
    hectare: 'hectares?',
    'square metre': 'metros quadrados',
    litre: 'litros?',
    millilitre: 'mililitros?',
    'watt hour': 'watts?[- ]hora',
    watt: 'watts?',
    milliwatt: 'miliwatts?',
    volt: 'volts?',
    byte: 'bytes?',
    token: 'tokens?',
    parameter: 'parâmetros?',
    'degree celsius': 'graus? celsius',
    'degree fahrenheit': 'graus? fahrenheit',
    second: 'segundos?',
    minute: 'minutos?',
    hour: 'horas?',
    day: 'dias?',
    week: 'semanas?',
    month: 'mês|meses',
    year: 'anos?',
    cent: 'cêntimos?|centavos?',
    'square kilometre': 'quil[óô]metros? quadrados?',
    yard: 'jardas?',
    'square mile': 'milhas? quadradas?',
    acre: 'acres?',
    ounce: 'onças?',
    gallon: 'galão|galões',
    degree: 'graus?',
  },
  periods: [
    ['quinzenas?', 15, 'day'],
    ['bimestres?', 2, 'month'],
    ['trimestres?', 3, 'month'],
    ['semestres?', 6, 'month'],
    ['biéni?os?|biênios?', 2, 'year'],
    ['tri[éê]nios?', 3, 'year'],
    ['quinqu[éê]nios?', 5, 'year'],
    ['décadas?|decénios?|decênios?', 10, 'year'],
    ['séculos?', 100, 'year'],
  ],
  negation: {
    no: String.raw`não|nunca|jamais|ninguém|nada|nenhum\p{L}*|nem|tampouco`,
    without: 'sem',
    other: String.raw`não há (?:qualquer )?dúvida|sim,? \p{L}+ não|não deix\p{L}+ de|sem dúvida|não obstante|nada menos|sem mais`,
    like: String.raw`não (?:s[óo]|apenas|somente|tod[oa]s?)|(?:até|enquanto) não|não (?:mais|menos) de|mal|s[óo]|apenas|somente|imposs\p{L}*|incapa\p{L}*|insuficien\p{L}*|inútil\p{L}*|incert\p{L}*|ilega\p{L}*|desconhec\p{L}*|ignor\p{L}*|falt\p{L}*|falh\p{L}*|recus\p{L}*|rejeit\p{L}*|evit\p{L}*|imped\p{L}*|pro[ií]b\p{L}*|salvo|exceto|pouc\p{L}*|menos|contra|deix\p{L}+ de|cess\p{L}*|ausên\p{L}*|carec\p{L}*|em vez de|fora(?! d)|nega\p{L}*|negou|desment\p{L}*|difícil|difíceis|dispens\p{L}*|indiferen\p{L}*|raramente|isent\p{L}*|diverg\p{L}*|discord\p{L}*`,
    instead: String.raw`unânim\p{L}*|unanim\p{L}*|porta[s]? fechada[s]?|cal(?:a|am|ou|aram)|silênci\p{L}*|proibid\p{L}*|obrigad\p{L}* a \p{L}+r|contrári\p{L}*|outra coisa|diferent\p{L}*|romp\p{L}*|quebr\p{L}*|breve\p{L}*|curt[oa]s?|errad\p{L}*|fals[oa]s?|anónim\p{L}*|anônim\p{L}*|esquec\p{L}*|(?:in|im|ir|il)\p{L}{3,}(?:[áí]vel|[áí]veis)|incontact\p{L}*|despercebid\p{L}*|ilimitad\p{L}*|intact[oa]s?|iles[oa]s?|elud\p{L}*|revelia|escondidas|costas|esgotad\p{L}*|tanto faz|complic\p{L}*|únic[oa]|margem|distância|repet\p{L}*|s[óo]|apenas|somente|unicamente|fic(?:a|am|ou|aram)|continu\p{L}*|perman\p{L}*|mant(?:ém|êm|ev)\p{L}*|bast\p{L}*|excluíd[oa]s?|isent\p{L}*|grátis|gratuit\p{L}*|priv\p{L}*|carec\p{L}*|falt\p{L}*|demasiad\p{L}*|demais|tard\p{L}*|aguard\p{L}*|pendente\p{L}*|escap\p{L}*|livr\p{L}*|poup\p{L}*|ilês\p{L}*|vazi\p{L}*|negativ\p{L}*|impun\p{L}*|tudo menos|à revelia|abst\p{L}*|omit\p{L}*|omis\p{L}*|secret\p{L}*|acrescid\p{L}*|à parte|longe|restan?|restou|prescind\p{L}*`,
    contraries: {
      yet: [String.raw`não|sem|nunca|ainda|nenhum\p{L}*|por`, String.raw`já`],
      still: [
        String.raw`não|sem|nunca|nenhum\p{L}*|ninguém|deix\p{L}*|nada`,
        String.raw`ainda|continu\p{L}*`,
      ],
      none: [
        String.raw`nenhum\p{L}*|ninguém|não|nunca|sem|nada|nem|discord\p{L}*|diverg\p{L}*`,
        String.raw`tod[oa]s|cada um[a]?`,
      ],
      hardly: [
        String.raw`não|nenhum\p{L}*|ninguém|pouc\p{L}*|mal|sem|raramente|praticamente`,
        String.raw`quase tod[oa]s`,
      ],
      even: [
        String.raw`s[óo]|apenas|somente|não|nunca`,
        String.raw`(?:mesmo|também|até|inclusive) sem|pode[m]?(?: \p{L}+){0,4} sem|poderão?(?: \p{L}+){0,4} sem`,
      ],
      with: [String.raw`sem|na ausência|à falta|falt\p{L}*|salvo|s[óo]`, String.raw`^com`],
      unless: [
        String.raw`não|salvo|menos|exceto|sem|s[óo]|apenas|nunca|nem|enquanto|somente`,
        String.raw`se (?:for\p{L}*|houver|o|a|os|as|um|uma|seu|sua)|caso`,
      ],
      accept: [
        String.raw`rejeit\p{L}*|neg(?:a|ou|am|aram)|desment\p{L}*|recus\p{L}*|refut\p{L}*|descart\p{L}*|não|contest\p{L}*|afast\p{L}*`,
        String.raw`aceit(?:a|am|ou|aram)|confirm(?:a|am|ou|aram)|admit(?:e|em|iu|iram)|reconhec\p{L}*|aprov(?:a|am|ou|aram)`,
      ],
      deny: [
        String.raw`aceit\p{L}*|confirm\p{L}*|admit\p{L}*|reconhec\p{L}*|não|assum\p{L}*`,
        String.raw`neg(?:a|am|ou|aram)|desment\p{L}*|rejeit(?:a|am|ou|aram)`,
      ],
      affirm: [
        String.raw`não|tampouco|sequer|nunca|sem|nada|ninguém|nenhum\p{L}*|nem|livr\p{L}*|isent\p{L}*|dispens\p{L}*|desobrigad\p{L}*`,
        String.raw`exclu(?:i|iu|em|íram)|descart(?:a|am|ou|aram)|afast(?:a|am|ou|aram)|duvid(?:am?|ou|aram|ado)|escond\p{L}*|faltam?|carec\p{L}*|sem|op(?:õe|ôs|us|un|ost)\p{L}*|escass\p{L}*`,
      ],
      include: ['(?!)', String.raw`não (?:\p{L}{1,6} )?(?:exclu|descart|afast)\p{L}+`],
      stop: ['(?!)', String.raw`não (?:\p{L}{1,6} )?(?:deix\p{L}+ de|par(?:ou|aram))`],
      obliged: [
        String.raw`não|nunca|sem|nada|ninguém|nenhum\p{L}*|nem|livr\p{L}*|isent\p{L}*|dispens\p{L}*|desobrigad\p{L}*`,
        String.raw`obrigad[oa]s?|t[eê]m (?:de|que)`,
      ],
      fail: [
        String.raw`não|nem|sem|nunca|ninguém|nenhum\p{L}*|nada`,
        'conseg(?:ue|uem|uiu|uiram)|lograram|logrou',
      ],
    },
    opposites:
      'inadequa adequa;desabitad habitad;ilega lega;imposs possív;insuficien suficien;incomplet complet;inválid válid;incorret corret;imprecis precis;independ depend;irregular regular;inconstitu constitu;insegur segur;improváv prováv;injust just;desconhec conhec;incompatív compatív;instáv estáv;ineficien eficien;incert cert;inativ ativ;imoral moral',
  },
  endings: {
    forms: 's es o a os as e ão ões ães ãos m ns l is eis ais',
    dropped: '[aoe]?s|[aoe]',
  },
  names: { small: 'de da do das dos e a' },
  polarity: {
    negation: 'não(?! (?:só|apenas))|(?<!que )nunca|jamais|nenhum\\p{L}*|ninguém|sem|nem|nada',
    denial:
      'neg(?:a|am|ou|aram|ado|ar)|desment\\p{L}*|recus\\p{L}*|rejeit\\p{L}*|descart\\p{L}*|refut\\p{L}*|exclu(?:i|iu|em)',
    possible:
      'temem?|receiam?|poderi\\p{L}*|poderá|poderão|pode|podem|possam?|talvez|(?<!\\d )possíve\\p{L}*|possivelmente|(?:im)?provável|provavelmente|eventual\\p{L}*',
    plan: 'devem?|plane[ij]a\\p{L}*|gostari\\p{L}+|quereri\\p{L}+|promet\\p{L}*|compromet\\p{L}*|prev[êei]\\p{L}*|pretend\\p{L}*|quer|querem|propõe\\p{L}*|propôs|propost\\p{L}*|espera\\p{L}*|estuda\\p{L}*|pondera\\p{L}*|vai|vão',
    claim:
      'acreditam?|supõem?|teri(?:a|am)|seri(?:a|am)|alegad\\p{L}*|supost\\p{L}*|acus\\p{L}*|suspeit\\p{L}*',
  },
  placeholders: {
    orders: 'inserir|insira|adicionar|preencher',
    here: 'aqui',
    texts: 'texto de preenchimento|(?:o )?seu texto aqui|texto provisório',
    words: 'TODO TBC',
  },
  homes: 'portugal brazil',
  example:
    'A 3 de março a Aster poderá ter contratado # pessoas em Gante, segundo Marta Vilela, mas não todas.',
  sentences: {
    titles: 'Sr Sra Srs Sras Srta Dr Dra Drs Prof Profa Eng Enga Exmo Exma Ilmo Gen Cel Cap Mons Sto Sta D',
    numbered: 'Art arts Pág Fig Vol pp n',
    abbreviations:
      'EUA ex Ltda Inc Ltd Corp Co Jr Av Tel ed jan fev mar abr mai jun jul ago set out nov dez al a.C d.C',
    starters:
      'O A Os As Um Uma Uns Umas Ele Ela Eles Elas Nós Eu Este Esta Isto Esse Essa Isso Seu Sua Em No Na Nos Nas De Do Da Dos Das Ao À Com Sem Por Para Pelo Pela Segundo Desde Até Entre Após Durante Sobre Mas E Ou Se Quando Como Onde Que Quem Porque Embora Enquanto Além Também Assim Então Hoje Ontem Agora Muitos Alguns Todos Outro Outra Não Já É São Foi Há Depois',
  },
  grammar: {
    future: String.raw`\p{L}{3,}r(?:á|ão|emos)`,
    objects: '[oa]',
  },
  reports: {
    roles: {
      'chief executive': '(?:diretor|presidente)[ae]?-? ?executiv[oa]',
      'finance chief': 'diretor financeiro',
      president: 'presidente',
      'vice president': 'vice-presidente',
      'prime minister': 'primeiro-ministro',
      chancellor: 'chanceler',
      minister: 'ministr[oa]',
      mayor: 'prefeit[oa]|presidente da câmara',
      founder: '(?:co)?fundadora?',
      spokesperson: 'porta-voz',
      director: 'diretora?',
      delegate: 'delegad[oa]',
      judge: 'juiz|juíza',
      lawyer: 'advogad[oa]',
      coach: 'treinadora?',
      archivist: 'archiveira?|arquivista',
      professor: 'professora',
      researcher: 'pesquisadora?|investigadora?',
      buyer: 'compradora?',
      seller: 'vendedora?',
      owner: 'proprietári[oa]',
    },
    says: 'diss\\p{L}*|diz|afirm\\p{L}*|declar\\p{L}*|garant\\p{L}*|alert\\p{L}*|admit\\p{L}*',
    accordingTo: 'segundo',
    and: 'e',
    or: 'ou',
    but: 'mas|enquanto',
    that: 'que',
    relative: 'cujo|cuja',
    starts: 'segundo|durante|desde|depois|até|entre',
    lastYear: 'ano passado',
    thisYear: 'este ano',
    nextYear: '(?:no )?próximo ano|ano que vem',
    yesterday: 'ontem',
    today: 'hoje',
    tomorrow: 'amanhã',
    considers: 'estuda|pondera',
    hopes: 'esper',
    suspects: 'suspeit',
    foreseen: 'vai|vão',
    noLonger: 'mais|já',
    respectively: 'respectivamente',
    periods:
      'half-year=semest|meio ano;quarter=trimest;fortnight=quinzena;decade=década;year=(?<!\\p{L})ano(?!\\p{L});double=dupli|dobr|duas\\s?vezes;triple=tripl;half=duas vezes menos',
    refers: 'ele|ela|eles|elas|seus?|suas?|este|o \\p{Ll}\\p{L}+|a \\p{Ll}\\p{L}+',
    compared: 'mais|menos|melhor|pior',
    than: 'que',
    anybody: 'quem',
    badly: 'mal',
    ever: 'jamais|nunca',
    notAtVerb: 'não',
    by: 'por|pel[oa]',
    passive: 'foi|foram',
    participle: '[aiu]d[oa]s?',
    genitive: 'd[aeo]s?',
    places: 'em|no|na|de|o|a',
  },
  instructions: {
    ignore: 'ignorem?|esque[cç]a|desconsidere',
    earlier: 'suas|tuas|prévias',
    orders: 'instruç\\w+',
    to: 'você é|és|como|atenção',
    article: 'uma?|os?',
    model: 'ia|modelos? de linguagem|inteligência artificial|assistente (?:de )?ia',
    models:
      'sistemas? (?:de )?(?:ia|inteligência artificial)|assistentes?(?: (?:autom[áà]tic\\w+|virtua\\w+|digita\\w+|de ia|ia))?',
    note: 'nota|aviso|mensagem|instruç\\p{L}+',
    noteTo: 'para|aos?|às',
    noteAlsoTo: 'a',
    everybody: 'todos',
    write: 'escrev[ae]m?|responda|afirme',
    only: 'só|em vez disso',
    that: 'que',
    please: 'e|por favor',
    telling: 'novas? instruç\\w+|sua (?:nova )?tarefa',
  },
  pages: {
    missing: 'página (?:não|nao) (?:encontrada|existe)|conteúdo não encontrado',
    withdrawn:
      'est[ea] (?:artigo|notícia|página|matéria|texto) (?:foi|já não está|não está mais) (?:\\p{L}+ ){0,2}(?:retirad[oa]|removid[oa]|eliminad[oa]|despublicad[oa]|disponível)',
    paywalled: 'exclusivo para assinantes|para continuar lendo',
  },
  lists: {
    none: 'nunca nenhum nenhuma n/d',
    no: 'nao não falso',
    yes: 'sim verdadeiro',
    columns:
      'email enderecodeemail;language lingua;subscribed_at datadeinscricao;confirmed confirmado;active ativo;status estado',
    subscribed: 'ativo;ativa;subscrito;subscrita;assinante;subscritor;subscritora',
    optedOut: 'descadastrado;descadastrada;nao contactar;nao contatar;cancelou a subscricao',
    negation: 'nao|sem|nunca',
    complained: 'reclam|denunci',
    bounced: 'devolvid|inexist',
    unconfirmed: 'pendente|aguard|por confirmar|(?:nao|sem|nunca) (?:confirm|verif)',
    nonsubscribed: 'recusad|negad|(?:nao|nunca) (?:subscri|inscri)',
    unsubscribed:
      '\\binativ|descadastr|removid|desativ|bloque|nao mais|nao (?:contactar|contatar|enviar|ativ[oa])',
    left: 'inativ|descadastr|nao(?:contact|contat|enviar)|removido$',
    wanted: '^aceita\\w*(?:mail|marketing|newsletter|publi)|inscrit|inscricao|recebe|rgpd',
    perhaps: 'publici',
    postal: 'cidade|cep$',
  },
  topics: {
    funding: 'financiamento|capital de risco|aquisição',
    upcoming: 'próxim[ao]s? (?:semanas?|m[eê]s)|na semana que vem',
  },
  quotationMarks: { outer: ['“', '”'], inner: ['‘', '’'] },
  corrections: {
    said: (before) => `Uma versão anterior deste artigo indicava ${before}.`,
    right: (after) => `O correto é ${after}.`,
    wrong: 'Não estava correto.',
  },
  prompt: { name: 'European Portuguese as it is written in Portugal' },
  speech: {
    grouping: '.\\u00a0\\u202f ',
    point: 'ponto',
    to: 'a',
    minus: 'menos',
    plus: 'mais',
    plusOrMinus: 'mais ou menos',
    equals: 'igual a',
    times: ['vezes', 'por'],
    lessThan: 'menos de',
    moreThan: 'mais de',
    atLeast: 'pelo menos',
    atMost: 'no máximo',
    power: { times: 'vezes', to: 'elevado a' },
    per: 'por',
    perTimes: pairs(
      'ano=por ano;mês=por mês;semana|sem=por semana;dia|d=por dia;hora|h=por hora;minuto|min=por minuto;segundo|seg|s=por segundo',
    ),
    about: 'cerca de',
    and: 'e',
    at: 'arroba',
    dot: 'ponto',
    slash: 'barra',
    dash: 'hífen',
    section: 'secção',
    number: 'número',
    percent: 'por cento',
    perMille: 'por mil',
    fractions: { '½': 'um meio', '⅓': 'um terço', '⅔': 'dois terços', '¼': 'um quarto', '¾': 'três quartos' },
    scales: [
      ['mil milhões|mM', 'mil milhões', 'mil milhões'],
      ['mil|k', 'mil', 'mil'],
      ['milh(?:ão|ões)|mi|M', 'milhão', 'milhões'],
      ['bili(?:ão|ões)', 'bilião', 'biliões'],
      ['bilh(?:ão|ões)|bi', 'bilhão', 'bilhões'],
      ['trili(?:ão|ões)', 'trilião', 'triliões'],
      ['trilh(?:ão|ões)|tri', 'trilhão', 'trilhões'],
    ],
    loneScales: 'mM|bi|tri|mi(?= de )',
    ownMoney: 'BRL',
    ofScale: (noun) => `de ${noun}`,
    price: (whole, currency, cents) => `${whole} ${currency} e ${cents}`,
    abbreviations: pairs(
      'p. ex.=por exemplo;por ex.=por exemplo;i. e.=isto é;EUA=Estados Unidos;Sr.=senhor;Sra.=senhora;Srs.=senhores;Dr.=doutor;' +
        'Dra.=doutora;Prof.=professor;Profª=professora;Eng.=engenheiro;aprox.=aproximadamente;máx.=máximo;mín.=mínimo;vs.=contra;cf.=confira;' +
        'tel.=telefone;av.=avenida',
    ),
    endingAbbreviations: pairs(
      'etc.=et cetera;a. C.=antes de Cristo;d. C.=depois de Cristo;S. A.=sociedade anónima;Lda.=limitada;Cia.=companhia',
    ),
    afterNumbers: [
      ['min', 'minuto', 'minutos'],
      ['seg', 'segundo', 'segundos'],
      ['hrs?', 'hora', 'horas'],
    ],
    beforeNumbers: pairs(
      'n.º=número;nº=número;núm.=número;p.=página;pág.=página;págs.=páginas;art.=artigo;fig.=figura;cap.=capítulo;vol.=volume',
    ),
    time: (hour, minute) => `${hour} hora${hour > 1 ? 's' : ''}${minute === 0 ? '' : ` e ${minute}`}`,
    clock: {
      between: ' ?h ?|:|(?<=às \\d{1,2})\\.|\\.(?=\\d\\d ?h)',
      after: ' ?h(?![\\p{L}\\d])',
      hourAlone: ' ?h(?![\\p{L}\\d])',
    },
    prefixes: ['quilo', 'mega', 'giga', 'tera', 'peta'],
    bases: {
      W: ['watt', 'watts'],
      Wh: ['watt-hora', 'watts-hora'],
      Hz: ['hertz', 'hertz'],
      V: ['volt', 'volts'],
    },
    tonne: ['tonelada', 'toneladas'],
    square: (unit) => `${unit} ${unit.endsWith('s') ? 'quadrados' : 'quadrado'}`,
    cubic: (unit) => `${unit} ${unit.endsWith('s') ? 'cúbicos' : 'cúbico'}`,
    small: {
      nm: ['nanómetro', 'nanómetros'],
      µm: ['micrómetro', 'micrómetros'],
      mg: ['miligrama', 'miligramas'],
    },
    degreeOrdinals: 'de|lugar|andar|aniversário|século|trimestre|semestre|ano|dia',
    rulers: {
      names:
        '[Ss]éculo|Carlos|Filipe|Afonso|Fernando|Isabel|Maria|Paulo|João|Pio|Leão|Bento|Henrique|Luís|Manuel|José|Guilherme|Jorge|Eduardo|Napoleão|Nicolau|Pedro|Frederico|Sancho|Dinis',
      say: (number, name) =>
        number > 10
          ? String(number)
          : ordinal(number).replace(/o$/, /^(?:Isabel|Maria)$/.test(name) ? 'a' : 'o'),
    },
    counting: (text) =>
      text.replace(
        /(?<![\p{L}\d,])(\d{1,2})\.?(º|ª|°)(?![\p{L}\d])/gu,
        (written, digits: string, ending: string) => {
          const word = ordinal(Number(digits))
          if (!word) return written
          return ending === 'ª' ? word.replace(/o(?= |$)/g, 'a') : word
        },
      ),
    picture: 'Imagem',
    table: (rows, columns) => `Uma tabela de ${rows} linhas e ${columns} colunas, na página.`,
    code: (name, lines) =>
      `Código${name && ` em ${name}`}, ${lines === 1 ? 'uma linha' : `${lines} linhas`}, na página.`,
    shortCode: 'código',
  },
  search: {
    stemmer: 'portuguese_stem',
    subjects: 'poder ser',
    elisions: 'd',
    spellings: [
      ['[cp]ç', 'ç'],
      ['[cp]t([aeiou])', 't\\1'],
    ],
    endings:
      'ão ões oes ães ãos;ção cao;al ais;el éis eis;ol óis;ul uis;em ens;m ns;eia éia;eias éias;átil áteis;êxtil êxteis;t ts;b bs;p ps;k ks;' +
      'tor triz trizes;dor dora doras dores;ês esa esas eses',
    forms:
      'registro registo;equipe equipa;dólar usd;euro eur;real brl;pão pães;cão cães;mão mãos;grão grãos;chão chãos;irmão irmãos irmã irmãs;' +
      'órgão órgãos;órfão órfãos órfã;bênção bênçãos;sótão sótãos;fácil fáceis;difícil difíceis;útil úteis;inútil inúteis;ágil ágeis;' +
      'frágil frágeis;hábil hábeis;débil débeis;dócil dóceis;fóssil fósseis;míssil mísseis;rétil réteis;robô robôs;sol sóis;projétil projéteis;estéril estéreis;' +
      'fértil férteis;móbil móbeis;barril barris;funil funis;perfil perfis;fuzil fuzis;gentil gentis;civil civis;infantil infantis;imbecil imbecis;' +
      'canil canis;juvenil juvenis;febril febris;luz luzes;voz vozes;juiz juízes juíza;raiz raízes;capaz capazes;feliz felizes;país países;' +
      'mês meses;gás gases;deus deuses deusa;mal males;cônsul cônsules;qualquer quaisquer;conosco connosco;úmido húmido húmida úmida;' +
      'umidade humidade;caráter carácter caracteres;cotidiano quotidiano;catorze quatorze;quociente cociente;' +
      'dezessete dezassete;dezenove dezanove;registrar registar;planejar planear;controle controlo;esporte desporto desportos esportes;' +
      'caminhão camião camiões caminhões;berinjela beringela;louro loiro loira loura;ouro oiro;coisa cousa;aluguel aluguer aluguéis;súbdito súdito;' +
      'subtil sutil subtis sutis;indemnizar indenizar;indemnização indenização indemnizações indenizações;amnistia anistia;amígdala amídala;' +
      'omnipresente onipresente;omnisciente onisciente;fenómeno fenômeno;polónia polônia;vietname vietnã;madrid madri;moscovo moscou;irão irã;' +
      'bebé bebê bebês bebés;judo judô;metro metrô;académico acadêmico;económico econômico;fazer feito fez faz fazem;dizer dito disse diz dizem;' +
      'ver visto viu;escrever escrito escrita escritos;pôr posto pôs põe põem;abrir aberto aberta abertos;morrer morto morreu;' +
      'trazer trouxe traz trazem;saber soube sabe sabem;querer quis quer querem;seguir segue seguem sigo;servir serve sirva;dormir dorme durma;' +
      'perder perde perca;medir mede meça;pedir pede peça;ouvir ouve ouça;produzir produz produzem;traduzir traduz traduzem;reduzir reduz reduzem;' +
      'conduzir conduz conduzem;ator atriz atrizes;imperador imperatriz;rei rainha;poeta poetisa;príncipe princesa;herói heroína heróis;' +
      'bom boa bons boas;mau má maus más;alemão alemães alemã alemãs;capitão capitães capitã;escrivão escrivães;catalão catalães catalã;' +
      'cristão cristãos cristã cristãs;cidadão cidadãos cidadã cidadãs;são santo santa;ancião anciãos anciã',
    signs: { R$: 'reais', $: 'dólares', '€': 'euros', '£': 'libras', '¥': 'ienes', '%': 'cento' },
    amounts: { m: 'milhões', mi: 'milhões', bi: 'bilhões', b: 'bilhões', tri: 'trilhões' },
    magnitudes: { mi: 'milhões', bi: 'bilhões', tri: 'trilhões', mm: 'milhões' },
  },
}

export default PORTUGUESE

/** The ordinals up to the thirty-ninth, which is enough for days and centuries. */
function ordinal(number: number): string {
  return [TENS[Math.floor(number / 10)], ORDINALS[number % 10]].filter(Boolean).join(' ')
}
