import type { LanguageFacts } from '#core/languages/language-facts.ts'

const ITALIAN: LanguageFacts = {
  functionWords:
    'il lo la i gli le l un uno una e ed o od ma né se che chi cui quale quali come quando dove perché poiché mentre benché a ad al ' +
    'allo alla ai agli alle all con col contro da dal dallo dalla dai dagli dalle dall di del dello della dei degli delle dell d in ' +
    'nel nello nella nei negli nelle nell per su sul sullo sulla sui sugli sulle sull tra fra senza sotto sopra verso dopo prima ' +
    'durante io tu lui lei noi voi loro mi ti si ci vi ne mio mia tuo tua suo sua suoi sue nostro nostra questo questa questi queste ' +
    'quello quella quelli quelle ciò essere è sono era erano fu furono sia siano stato stata stati state sarà avere ha hanno aveva ' +
    'avevano ho può possono potere va vanno fa fanno fare non più meno molto anche ancora già solo tutto tutta tutti tutte altro ' +
    'altra altri altre stesso stessa ogni così allora',
  search: {
    stemmer: 'italian_stem',
    subjects: 'potere essere stato stati prima',
    elisions: 'l d dell nell all dall sull coll un c m t s v n quest quell bell anch com dov cos',
    endings: { che: 'ca', chi: 'co', ghe: 'ga', ghi: 'go', ci: 'co', gi: 'go', cie: 'cia', gie: 'gia' },
    forms: { uomini: 'uomo', usd: 'dollaro', eur: 'euro', percento: 'cento', chf: 'franco' },
    signs: { $: 'dollari', '€': 'euro', '£': 'sterline', '¥': 'yen', '%': 'cento' },
    magnitudes: { mld: 'miliardi', mrd: 'miliardi', mln: 'milioni', mila: 'mila' },
  },
}

export default ITALIAN
