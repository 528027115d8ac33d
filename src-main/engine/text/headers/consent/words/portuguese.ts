import type { Lexicon } from '../header-word-class.ts'

export const portuguese: Lexicon = {
  texts: 'mensagem de texto, mensagens de texto, mensagens sms',
  textNoun: 'mensagens',
  permission: 'consentimento, consentido, consentiu',
  agreement:
    'permissao, autorizacao, autorizado, autorizada, autorizados, aceitacao, aceite, inscrito, inscrita, inscricao, assinante, permitido, permitidos, subscrito',
  accepts:
    'aceita, aceito, aceitar, autoriza, autorizo, permite, permito, concorda, concordo, consente, consinto, quer, deseja, pode, podemos',
  receive: 'receber, recebe',
  send: 'enviar, envio',
  contact: 'contato, contatar, contactar, comunicacao, comunicacoes',
  marketing: 'publicidade, publicitario, publicitarias, promocional, promocionais, comercial, comerciais',
  refusal:
    'nao contatar, nao contactar, descadastrado, descadastrada, descadastro, descadastramento, desinscrito, desinscrita, cancelou inscricao, cancelou a inscricao',
  stop: 'lista negra, oposicao, recusa',
  person: 'paciente, cliente, membro, pessoa',
  device: 'celular, telemovel, telefone, numero',
  granted: 'dado, concedido, obtido, fornecido',
  quality: 'explicito, expresso, atual, valido, ativo',
  status: 'situacao, estado',
  preference: 'preferencia',
  yesNo: 'sim nao, s n',
  filler: 'o, os, as, um, uma, tem',
  preposition: 'de, do, da, dos, das, a, ao, aos, para, pra',
  forbids: 'nao, sem, nao deseja, nao quer',
  ability: 'pode receber, capaz',
  means: 'por, via, com, em, pelo, pela, mediante',
  date: 'data, hora, data hora, data e hora, dia',
  circumstance: 'fonte, origem, metodo, prova, canal, meio, idioma, motivo, endereco ip, evidencia',
  otherChannel:
    'correio, correio eletronico, ligacao, ligacoes, ligar, chamada, chamadas, telefonema, voz, carta, cartas, notificacao, notificacoes, site, boletim, telefonico',
  purpose:
    'lembrete, lembretes, consulta, consultas, tratamento, dados, lgpd, pesquisa, estudo, foto, fotos, imagem, fatura, privacidade, compartilhamento, agendamento',
  negation:
    'nunca, jamais, nenhum, nenhuma, retirado, retirada, revogado, revogada, revogacao, recusado, recusada, recusou, negado, negada, rejeitado, falta, ausente, cancelado, cancelada, anulado, inativo, invalido, proibido, desativado, deixou',
  past: 'antigo, antiga, anterior, anteriormente, previo, velho, era, tinha, expirado, vencido, ultimo, ultima, primeiro, ate, passado, antes, ex',
  event:
    'enviado, enviada, enviados, solicitado, solicitada, pedido, pendente, falhou, falha, falhado, erro, entregue, recebido, recebidos, confirmado, confirmada, confirmacao, requerido, necessario, atualizado, modificado, convite, verificado, tentativa, possivel, presumido, aguardando, aceitado',
  somebodyElse:
    'conjuge, esposo, esposa, marido, mulher, pai, mae, pais, tutor, filho, filha, filhos, familiar, familia, medico, funcionario, empresa, representante, proprietario, terceiro, terceiros, fornecedor, emergencia, responsavel, parceiro, parceiros, menor, cuidador',
  document:
    'formulario, documento, assinatura, assinado, assinada, contrato, acordo, politica, arquivo, ficha, termo, termos, anexo, ficheiro, modelo',
  wording: 'texto, textos, mensagem, conteudo, assunto, titulo, pergunta, descricao',
  count: 'quantidade, taxa, custo, frequencia, total, contagem, num',
}
