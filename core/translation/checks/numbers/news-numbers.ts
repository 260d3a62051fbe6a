import type { Language } from '#core/i18n/languages.ts'

/** A list is `value word word …` for each value, separated by semicolons. */
export interface NewsNumbers {
  /** Stems of ordinals from the second on, to each of which belongs each of the endings, which begin with a hyphen. */
  ordinals: string
  endings: string
  /** The parts of a whole by their number: thirds. */
  parts: string
  /** More words that are no exact count. */
  many: string
  /** More magnitudes. */
  factors?: string
  /** Numbers that are as often another word, such as according to: they are not taken for a number that was added. */
  otherWords: string
}

export const NEWS_NUMBERS: Partial<Record<Language, NewsNumbers>> = {
  en: {
    ordinals:
      '1 first;2 second;3 third;4 fourth;5 fifth;6 sixth;7 seventh;8 eighth;9 ninth;10 tenth;11 eleventh;12 twelfth;13 thirteenth;' +
      '14 fourteenth;15 fifteenth;16 sixteenth;17 seventeenth;18 eighteenth;19 nineteenth;20 twentieth;30 thirtieth;40 fortieth;' +
      '50 fiftieth;60 sixtieth;70 seventieth;80 eightieth;90 ninetieth;100 hundredth',
    endings: '-',
    parts:
      '2 half halves;3 third thirds;4 quarter quarters;5 fifth fifths;6 sixth sixths;7 sevenths;8 eighth eighths;9 ninths;10 tenth tenths',
    many: '10 dozens;100 hundreds;3 tripling treble;2 doubling twice;4 quadrupling',
    factors: '100000 lakh lakhs;10000000 crore crores',
    otherWords: 'one first second once',
  },
  es: {
    ordinals:
      '1 primer;2 segund;3 tercer;4 cuart;5 quint;6 sext;7 séptim;8 octav;9 noven;10 décim;11 undécim decimoprimer;12 duodécim decimosegund;' +
      '13 decimotercer;14 decimocuart;15 decimoquint;16 decimosext;17 decimoséptim;18 decimoctav;19 decimonoven;20 vigésim;' +
      '21 vigesimoprimer vigesimoprimer;22 vigesimosegund;23 vigesimotercer;24 vigesimocuart;25 vigesimoquint;30 trigésim;40 cuadragésim;' +
      '50 quincuagésim;60 sexagésim;70 septuagésim;80 octogésim;90 nonagésim;100 centésim',
    endings: '- -o -a -os -as',
    parts: '2 medio media mitad;3 tercio tercios tercera terceras;4 cuarto cuartos cuarta cuartas;5 quinto quintos quinta quintas;6 sexto sextos sexta sextas;7 séptimos séptimas;8 octavo octavos octava octavas;9 novenos;10 décimo décimos décima décimas',
    many: '100 cientos cientas centenares;2 duplicó duplicaron duplicarse duplicando doblaron dobló;3 triplicó triplicaron triplicar triplicarse;10 decenas;4 cuadruplicó cuadruplicaron',
    otherWords: 'un uno una primer primera primero segundo segundos vez media medio',
  },
  fr: {
    ordinals:
      '1 premi uni;2 deuxi;3 troisi;4 quatri;5 cinqui;6 sixi;7 septi;8 huiti;9 neuvi;10 dixi;11 onzi;12 douzi;13 treizi;14 quatorzi;' +
      '15 quinzi;16 seizi;20 vingti;30 trenti;40 quaranti;50 cinquanti;60 soixanti;80 vingti;100 centi',
    endings: '-ème -èmes -er -ère -ers -ères',
    parts: '2 demi demie moitié;3 tiers;4 quart quarts;5 cinquième cinquièmes;6 sixième sixièmes;7 septièmes;8 huitième huitièmes;9 neuvièmes;10 dixième dixièmes',
    many: '100 centaines;1000 milliers;2 doublent doublée doublés doubles;3 triplé triplée triplent triplés tripler;10 dizaines',
    otherWords: 'un une premier première premiers premières second seconde secondes neuf',
  },
  de: {
    ordinals: '1 erste;2 zweite;3 dritte;7 siebte siebente',
    endings: '- -n -r -s -m',
    parts: '2 halb halbe halben hälfte;3 drittel dritteln;4 viertel vierteln;5 fünftel fünfteln;6 sechstel;7 siebtel;8 achtel;9 neuntel;10 zehntel',
    many: '100 hunderte hunderten hunderter;1000 tausende tausenden tausender;12 dutzende dutzenden dutzend;2 verdoppelte verdoppelten verdopple verdoppelung verdopplung doppelter doppeltes doppeltem;3 verdreifachte verdreifachten verdreifachen verdreifachung dreifache dreifachen;4 vervierfacht vervierfachte vervierfachen',
    otherWords: 'ein eine einen einem einer eines eins erste ersten erster erstes erstem einzige einzigen einzelne einzelnen einzelner einzelnes einmal acht',
  },
  it: {
    ordinals: '2 second;3 terz;4 quart;5 quint;6 sest;7 settim;8 ottav;9 non;10 decim',
    endings: '-o -a -i -e',
    parts: '2 mezzo mezza metà;3 terzo terzi;4 quarto quarti;5 quinto quinti;6 sesto sesti;7 settimi;8 ottavo ottavi;9 noni;10 decimo decimi',
    many: '100 centinaia;1000 migliaia;2 raddoppiati raddoppiate raddoppiano raddoppio;3 triplicati triplicate triplicata triplicare tripla;10 decine;4 quadruplicati quadruplicata',
    otherWords: 'un uno una primo prima primi prime secondo seconda secondi sei volta volte mezzo mezza nona',
  },
  pt: {
    ordinals:
      '1 primeir;2 segund;3 terceir;4 quart;5 quint;6 sext;7 sétim;8 oitav;9 non;10 décim;11 undécim;12 duodécim;20 vigésim;30 trigésim;' +
      '40 quadragésim;50 quinquagésim;60 sexagésim;70 septuagésim;80 octogésim;90 nonagésim;100 centésim',
    endings: '-o -a -os -as',
    parts: '2 meio meia metade;3 terço terços;4 quarto quartos;5 quinto quintos;6 sexto sextos;7 sétimos;8 oitavo oitavos;9 nonos;10 décimo décimos',
    many: '100 centenas;1000 milhares;12 meio-dia dúzias;2 dobraram duplicaram dobrar duplicando;3 triplicou triplicaram triplicar triplicado;10 dezenas;4 quadruplicaram',
    otherWords: 'um uma primeiro primeira primeiros primeiras segundo segunda segundos terça quarta quinta sexta quarto quartos vez vezes meia meio',
  },
}
