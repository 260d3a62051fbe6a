import { testRule } from '#core/newsroom/judge/testing/rule-cases.ts'

const DENIED = 'The club denied that it had paid the referee.'

testRule([
  ['The club denied paying the referee.', DENIED, []],
  ['The club did not pay the referee, it said.', DENIED, []],
  ['The club paid the referee.', DENIED, ['negation_lost']],
  ['The jury approved the bridge.', 'The jury did not approve the bridge.', ['negation_lost']],
  ['The jury did not approve the bridge.', 'The jury approved the bridge.', ['negation_added']],
  ['The jury has yet to approve the bridge.', 'The jury did not approve the bridge.', []],
  ['The museum will close.', 'The museum may close this winter.', []],
  ['The museum closed this winter.', 'The museum may close this winter.', ['modality_lost']],
  ['The museum plans to close.', 'The museum plans to close its garden.', []],
  ['The museum has closed its garden.', 'The museum plans to close its garden.', ['modality_lost']],
  ['The nurse stole the drugs.', 'The nurse allegedly stole the drugs.', ['modality_lost']],
  ['The nurse stole the drugs, prosecutors say.', 'The nurse allegedly stole the drugs.', []],
  ['The port hired 40 divers.', 'The port hired 40 divers but did not say why.', []],
  ['The port hired 40 divers.', 'The port, which could not be reached, hired 40 divers.', []],
  [
    'The mayor approved the bridge.',
    'Der Bürgermeister hat die Brücke nicht genehmigt.',
    ['negation_lost'],
    'de',
  ],
  ['The mayor did not approve the bridge.', 'Der Bürgermeister hat die Brücke nicht genehmigt.', [], 'de'],
  ['The mayor took the money.', 'Le maire aurait pris l’argent.', ['modality_lost'], 'fr'],
  ['The mayor denied it.', 'El alcalde lo negó.', [], 'es'],
  ['The mayor took the money.', 'Il sindaco ha negato di aver preso il denaro.', ['negation_lost'], 'it'],
  ['The mayor closed the market.', 'O prefeito pode fechar o mercado.', ['modality_lost'], 'pt'],
])
