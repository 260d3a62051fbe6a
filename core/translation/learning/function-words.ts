import type { Language } from '#core/i18n/languages.ts'

/** Whether a word, in lower case, has a function in sentences and no subject: articles, prepositions, pronouns, auxiliaries. */
export function isFunctionWord(word: string, language: Language): boolean {
  return FUNCTION_WORDS[language]?.has(word.toLowerCase()) ?? false
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

const FUNCTION_WORDS: Partial<Record<Language, ReadonlySet<string>>> = {
  en: words(
    'a an the and or but nor so yet if then than as at by for from in into of off on onto out over to up with without about after ' +
      'again against all also although am any are aren be became because been before being below between both can cannot could did do ' +
      'does doing don done down during each either else even ever every few get gets getting give given gives go goes going got had has ' +
      'have having he her here hers him his how however i is it its itself just like made make makes many may me might more most much ' +
      'must my near need neither never no not now one only other our ours own per rather said same say says see seen she should since ' +
      'some still such take takes that their theirs them themselves there these they this those through thus too toward towards under ' +
      'until upon us use used uses using very via was we well were what when where whether which while who whom whose why will within ' +
      'would you your yours two three first last new old year years day days s t',
  ),
  es: words(
    'el la los las lo un una unos unas y e o u ni pero sino si que quien quienes cual cuales cuyo cuya como cuando donde porque pues ' +
      'aunque mientras a al ante bajo con contra de del desde durante en entre hacia hasta mediante para por según sin sobre tras me te ' +
      'se nos os le les mi mis tu tus su sus nuestro nuestra este esta estos estas esto ese esa esos esas eso aquel aquella ser es son ' +
      'era eran fue fueron sea sean sido siendo estar está están estaba estaban estado ha han había habían haber hay he hemos tiene ' +
      'tienen tener puede pueden poder va van ir hace hacen hacer no sí ya más menos muy tan también tampoco solo sólo todo toda todos ' +
      'todas otro otra otros otras mismo misma cada así entonces ahora aún',
  ),
  fr: words(
    'le la les un une des du de d l et ou où mais ni or donc car si que qu qui quoi dont lequel laquelle lesquels comme quand lorsque ' +
      'parce puisque à au aux avec avant après chez contre dans depuis derrière dès devant durant en entre envers jusque malgré par ' +
      'parmi pendant pour sans selon sous sur vers je j tu il elle on nous vous ils elles me m te t se s lui leur leurs y mon ma mes ton ' +
      'ta tes son sa ses notre nos votre vos ce c cet cette ces cela ça ceci celui celle ceux être est sont était étaient été fut soit ' +
      'sera seront avoir a ai as ont avait avaient eu aura auront fait font faire peut peuvent pouvoir va vont aller ne n pas plus ' +
      'moins très aussi bien encore déjà tout toute tous toutes autre autres même mêmes chaque ainsi alors',
  ),
  de: words(
    'der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber denn sondern doch ob dass ' +
      'weil wenn als wie wo da damit während obwohl bevor nachdem an am ans auf aus außer bei beim bis durch für gegen hinter in im ins ' +
      'mit nach neben ohne seit statt trotz über um unter von vom vor wegen zu zum zur zwischen ich du er sie es wir ihr mich dich sich ' +
      'uns euch mir dir ihm ihn ihnen mein dein sein seine seinen seiner ihre ihren ihrer unser unsere euer dieser diese dieses diesen ' +
      'diesem jener jene jenes welche welcher welches wer was man ist sind war waren bin bist wird werden wurde wurden worden sei seien ' +
      'gewesen hat haben hatte hatten habe kann können konnte konnten muss müssen soll sollen sollte will wollen darf dürfen mag nicht ' +
      'nur auch noch schon sehr mehr so dann nun hier dort alle alles allen anderen andere jeder jede jedes selbst etwa bereits immer',
  ),
  it: words(
    'il lo la i gli le l un uno una e ed o od ma né se che chi cui quale quali come quando dove perché poiché mentre benché a ad al ' +
      'allo alla ai agli alle all con col contro da dal dallo dalla dai dagli dalle dall di del dello della dei degli delle dell d in ' +
      'nel nello nella nei negli nelle nell per su sul sullo sulla sui sugli sulle sull tra fra senza sotto sopra verso dopo prima ' +
      'durante io tu lui lei noi voi loro mi ti si ci vi ne mio mia tuo tua suo sua suoi sue nostro nostra questo questa questi queste ' +
      'quello quella quelli quelle ciò essere è sono era erano fu furono sia siano stato stata stati state sarà avere ha hanno aveva ' +
      'avevano ho può possono potere va vanno fa fanno fare non più meno molto anche ancora già solo tutto tutta tutti tutte altro ' +
      'altra altri altre stesso stessa ogni così allora',
  ),
  pt: words(
    'o a os as um uma uns umas e ou mas nem se que quem qual quais cujo cuja como quando onde porque pois embora enquanto ao à aos às ' +
      'ante após até com contra de do da dos das desde durante em no na nos nas num numa entre para pelo pela pelos pelas perante por ' +
      'sem sob sobre trás eu tu ele ela nós vós eles elas me te lhe lhes meu minha teu tua seu sua seus suas nosso nossa este esta estes ' +
      'estas isto esse essa esses essas isso aquele aquela ser é são era eram foi foram seja sejam sido sendo estar está estão estava ' +
      'estavam ter tem têm tinha tinham haver há pode podem poder vai vão ir faz fazem fazer não sim já mais menos muito tão também ' +
      'ainda só todo toda todos todas outro outra outros outras mesmo mesma cada assim então agora',
  ),
}
