import type { Language } from '#core/i18n/languages.ts'

/** How a language counts in words. A list is `value word word …` for each value, separated by semicolons. */
export interface NumberTable {
  /** Between thousands and before decimals, as in 1.240,5. */
  thousands: string
  decimal: string
  /** Words that add up: twenty, cinq, quinientos. */
  cardinals: string
  /** What multiplies the hundreds before it. */
  hundreds: string
  /** Numbers that are no exact count, such as ordinals, fractions and multiples;each word may stand for several values. */
  loose: string
  /** May stand inside a number: nine hundred and five. */
  and: string
  /** After a number or its magnitude: two million and a half. */
  andHalf: string
  /** Between the two ends of a range, or the last two of a list. */
  between: string
}

/** Magnitudes beyond those of the check before publishing: false friends in the long scale, and plurals that count others. */
export const MORE_MAGNITUDES: Partial<Record<Language, [words: string, factor: number][]>> = {
  en: [
    ['quadrillion quadrillions', 1e15],
    ['thousands', 1e3],
  ],
  es: [
    ['trillón trillones', 1e18],
    ['miles', 1e3],
  ],
  fr: [
    ['trillion trillions', 1e18],
    ['billiard billiards', 1e15],
    ['millier milliers', 1e3],
  ],
  de: [
    ['trillion trillionen', 1e18],
    ['billiarde billiarden', 1e15],
    ['billion', 1e12],
    ['million', 1e6],
    ['tausende tausenden', 1e3],
  ],
  it: [
    ['trilione trilioni', 1e18],
    ['migliaio migliaia', 1e3],
  ],
  pt: [
    ['trilião triliões', 1e18],
    ['milhar milhares', 1e3],
  ],
}

export const NUMBER_TABLES: Partial<Record<Language, NumberTable>> = {
  en: {
    thousands: ',',
    decimal: '.',
    cardinals:
      '0 zero;1 one;2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;11 eleven;12 twelve;13 thirteen;' +
      '14 fourteen;15 fifteen;16 sixteen;17 seventeen;18 eighteen;19 nineteen;20 twenty;30 thirty;40 forty;50 fifty;' +
      '60 sixty;70 seventy;80 eighty;90 ninety',
    hundreds: 'hundred',
    loose:
      '1 once single first;2 twice both pair couple second double doubled doubles twofold;3 third thirds thrice triple tripled threefold;' +
      '4 fourth quarter quarters quadruple quadrupled fourfold;5 fifth fifths fivefold quintupled;6 sixth sixths sixfold;7 seventh sevenfold;8 eighth eighths eightfold;' +
      '9 ninth ninefold;10 tenth tenths tenfold decade;11 eleventh;12 twelfth dozen dozens noon midnight;24 midnight;0 midnight;' +
      '0.5 half halved halves halving;30 half;0.25 quarter;15 quarter;0.75 quarters;0.33 third;0.66 thirds;0.67 thirds;0.2 fifth;0.1 tenth;13 thirteenth;14 fourteenth fortnight;' +
      '15 fifteenth;16 sixteenth;17 seventeenth;18 eighteenth;19 nineteenth;20 twentieth twenties;1920 twenties;1930 thirties;1940 forties;1950 fifties;1960 sixties;1970 seventies;1980 eighties;1990 nineties;30 thirtieth thirties;' +
      '40 forties;50 fifties;60 sixties;70 seventies;80 eighties;90 nineties;100 hundredth century hundredfold;1000 thousandth',
    and: 'and',
    andHalf: 'and a half',
    between: 'to and or than by',
  },
  es: {
    thousands: '.',
    decimal: ',',
    cardinals:
      '0 cero;1 un uno una;2 dos;3 tres;4 cuatro;5 cinco;6 seis;7 siete;8 ocho;9 nueve;10 diez;11 once;12 doce;13 trece;14 catorce;15 quince;' +
      '16 dieciséis;17 diecisiete;18 dieciocho;19 diecinueve;20 veinte;21 veintiún veintiuno veintiuna;22 veintidós;23 veintitrés;24 veinticuatro;25 veinticinco;' +
      '26 veintiséis;27 veintisiete;28 veintiocho;29 veintinueve;30 treinta;40 cuarenta;50 cincuenta;60 sesenta;70 setenta;80 ochenta;90 noventa;100 cien ciento;' +
      '200 doscientos doscientas;300 trescientos trescientas;400 cuatrocientos cuatrocientas;500 quinientos quinientas;600 seiscientos seiscientas;' +
      '700 setecientos setecientas;800 ochocientos ochocientas;900 novecientos novecientas',
    hundreds: '',
    loose:
      '1 primer primero primera vez;2 segundo segunda ambos ambas par doble duplica duplicar duplicado duplicó dobla doblar;3 tercer tercero tercera tercio tercios triple triplica triplicado triplicó;' +
      '4 cuarto cuarta cuartos cuádruple cuadruplicado;5 quinto quinta quintos quíntuple quintuplicado;6 sexto sexta;7 séptimo séptima;8 octavo octava;9 noveno novena;' +
      '10 décimo décima décimos decena década;11 undécimo;12 docena docenas mediodía duodécimo medianoche;24 medianoche;0 medianoche;13 decimotercero;15 quincena;20 veintena vigésimo;30 treintena;' +
      '40 cuarentena;50 cincuentena;100 centenar centenares cientos cientas centésimo siglo;1000 millar milésima;0.5 medio media mitad;30 media;0.25 cuarto;15 cuarto;0.75 cuartos;' +
      '0.33 tercio;0.66 tercios;0.67 tercios;0.2 quinto quinta;0.1 décimo décima',
    and: 'y',
    andHalf: 'y medio;y media',
    between: 'a y o al hasta de e',
  },
  fr: {
    thousands: ' ',
    decimal: ',',
    cardinals:
      '0 zéro;1 un une;2 deux;3 trois;4 quatre;5 cinq;6 six;7 sept;8 huit;9 neuf;10 dix;11 onze;12 douze;13 treize;14 quatorze;15 quinze;16 seize;' +
      '20 vingt vingts;30 trente;40 quarante;50 cinquante;60 soixante;70 septante;80 octante huitante;90 nonante',
    hundreds: 'cent cents',
    loose:
      '1 premier première;2 deuxième second seconde paire double doublé doubler;3 troisième tiers triple triplé;4 quatrième quart quarts quadruple quadruplé;' +
      '5 cinquième cinquièmes quintuple quintuplé;6 sixième;7 septième;8 huitième huitaine;9 neuvième;10 dixième dixièmes dizaine dizaines décuplé décennie;' +
      '11 onzième;12 douzième douzaine midi minuit;24 minuit;0 minuit;15 quinzaine quinzième;14 quinzaine;20 vingtaine vingtième;30 trentaine trentième;40 quarantaine;' +
      '50 cinquantaine;60 soixantaine;100 centaine centaines centième siècle;1000 millier millième;0.5 demi demie moitié demis;30 demie;' +
      '0.25 quart;15 quart;0.75 quarts;0.33 tiers;0.66 tiers;0.67 tiers;0.2 cinquième;0.1 dixième;13 treizième;14 quatorzième;16 seizième',
    and: 'et',
    andHalf: 'et demi;et demie',
    between: 'à et ou au de',
  },
  de: {
    thousands: '.',
    decimal: ',',
    cardinals:
      '0 null;1 ein eins eine einen einem einer eines;2 zwei zwo;3 drei;4 vier;5 fünf;6 sechs;7 sieben;8 acht;9 neun;10 zehn;11 elf;12 zwölf;13 dreizehn;' +
      '14 vierzehn;15 fünfzehn;16 sechzehn;17 siebzehn;18 achtzehn;19 neunzehn;20 zwanzig;30 dreißig dreissig;40 vierzig;50 fünfzig;60 sechzig;' +
      '70 siebzig;80 achtzig;90 neunzig',
    hundreds: 'hundert',
    loose:
      '1 einmal einzige einzigen einzelnen erste ersten erster erstes erstem;2 zweimal zweite zweiten zweiter zweites beide beiden paar doppelt doppelte doppelten doppelter verdoppelt verdoppeln zweitens;' +
      '3 dritte dritten dritter drittes drittel dreifach verdreifacht;4 viertel quartal;10 zehntel jahrzehnt;12 dutzend mittag mitternacht;24 mitternacht;0 mitternacht;100 jahrhundert hundertstel;' +
      '1000 tausendstel;0.5 halb halbe halben halber halbes hälfte halbiert halbieren halbierte;30 halb;0.25 viertel;15 viertel;0.75 dreiviertel;' +
      '0.33 drittel;0.66 drittel;0.67 drittel;0.2 fünftel;0.1 zehntel;8 achte achten achter achtes;1.5 anderthalb eineinhalb;7 siebte siebten siebter;8 achtel;5 fünftel;6 sechstel',
    and: '',
    andHalf: '',
    between: 'bis und oder zu auf als',
  },
  it: {
    thousands: '.',
    decimal: ',',
    cardinals:
      '0 zero;1 un uno una;2 due;3 tre;4 quattro;5 cinque;6 sei;7 sette;8 otto;9 nove;10 dieci;11 undici;12 dodici;13 tredici;14 quattordici;15 quindici;' +
      '16 sedici;17 diciassette;18 diciotto;19 diciannove;20 venti vent;30 trenta trent;40 quaranta quarant;50 cinquanta cinquant;60 sessanta sessant;' +
      '70 settanta settant;80 ottanta ottant;90 novanta novant',
    hundreds: 'cento cent',
    loose:
      '1 primo prima volta;2 secondo seconda entrambi entrambe paio coppia doppio doppia raddoppiato raddoppia raddoppiare raddoppiata;3 terzo terza terzi triplo triplicato;' +
      '4 quarto quarta quarti quadruplo quadruplicato;5 quinto quinta quinti quintuplicato;6 sesto sesta;7 settimo settima;8 ottavo ottava;9 nono nona;10 decimo decima decimi decina decine decennio;' +
      '11 undicesimo;12 dozzina mezzogiorno mezzanotte dodicesimo;24 mezzanotte;0 mezzanotte;15 quindicina;14 quindicina;20 ventina;30 trentina;40 quarantina;50 cinquantina;60 sessantina;' +
      '70 settantina;80 ottantina;90 novantina;100 centinaio centinaia secolo;1000 migliaio;0.5 mezzo mezza metà dimezzato dimezzata dimezzati;30 mezzo mezza;' +
      '0.25 quarto;15 quarto;0.75 quarti;0.33 terzo;0.66 terzi;0.67 terzi;0.2 quinto;0.1 decimo',
    and: '',
    andHalf: 'e mezzo;e mezza',
    between: 'a e o ai agli al di da ed',
  },
  pt: {
    thousands: '.',
    decimal: ',',
    cardinals:
      '0 zero;1 um uma;2 dois duas;3 três;4 quatro;5 cinco;6 seis;7 sete;8 oito;9 nove;10 dez;11 onze;12 doze;13 treze;14 catorze quatorze;15 quinze;' +
      '16 dezasseis dezesseis;17 dezassete dezessete;18 dezoito;19 dezanove dezenove;20 vinte;30 trinta;40 quarenta;50 cinquenta;60 sessenta;' +
      '70 setenta;80 oitenta;90 noventa;100 cem cento;200 duzentos duzentas;300 trezentos trezentas;400 quatrocentos quatrocentas;500 quinhentos quinhentas;' +
      '600 seiscentos seiscentas;700 setecentos setecentas;800 oitocentos oitocentas;900 novecentos novecentas',
    hundreds: '',
    loose:
      '1 primeiro primeira vez;2 segundo segunda ambos ambas par dobro dupla duplo duplicou duplicar duplicado dobrou;3 terceiro terceira terço terços triplo triplicou;' +
      '4 quarto quarta quartos quádruplo quadruplicou;5 quinto quinta quintos quíntuplo;6 sexto sexta;7 sétimo sétima;8 oitavo oitava;9 nono nona;10 décimo décima décimos dezena década;' +
      '12 dúzia dúzias;24 noite;0 noite;15 quinzena;14 quinzena;20 vintena;30 trintena;100 centena centenas século centésimo;1000 milhar;0.5 meio meia metade;' +
      '30 meia;0.25 quarto;15 quarto;0.75 quartos;0.33 terço;0.66 terços;0.67 terços;0.2 quinto;0.1 décimo;11 undécimo',
    and: 'e',
    andHalf: 'e meio;e meia',
    between: 'a e ou até de ao para',
  },
}
