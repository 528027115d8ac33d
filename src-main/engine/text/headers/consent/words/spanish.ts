import type { Lexicon } from '../header-word-class.ts'

export const spanish: Lexicon = {
  texts: 'mensaje de texto, mensajes de texto, mensajes sms',
  textNoun: 'mensajes',
  permission: 'consentimiento, consentido',
  agreement:
    'permiso, autorizacion, autorizado, autorizada, autorizados, aceptacion, de acuerdo, suscrito, suscrita, suscripcion, suscriptor, suscriptora, permitido, permitidos, dado de alta',
  accepts: 'acepta, acepto, aceptar, autoriza, autorizo, permite, permitir, consiente, consiento, quiere, desea, puede, podemos, admite',
  receive: 'recibir, recibe',
  send: 'enviar, envio, enviarle',
  contact: 'contacto, contactar, contactarle, comunicacion, comunicaciones',
  marketing: 'publicidad, publicitario, publicitarios, publicitarias, comercial, comerciales, promocional, promocionales',
  notices: 'promociones, ofertas',
  refusal: 'no contactar, dado de baja, dada de baja, baja, desuscrito, desuscrita, cancelo la suscripcion, darse de baja',
  stop: 'lista negra, oposicion',
  person: 'cliente, paciente, miembro, persona',
  device: 'movil, celular, telefono, numero',
  granted: 'dado, dada, otorgado, otorgada, obtenido, concedido',
  quality: 'explicito, expreso, actual, vigente, valido, activo',
  status: 'estado, estatus',
  preference: 'preferencia',
  yesNo: 'si no, s n',
  filler: 'el, la, los, las, una, su, ha, le, usted, tiene',
  preposition: 'de, del, a, al, para',
  forbids: 'no, sin, no quiere, no desea, ningun',
  ability: 'puede recibir, capaz',
  means: 'por, con, en, mediante, via',
  date: 'fecha, hora, dia, fecha y hora, fecha hora',
  circumstance: 'fuente, origen, metodo, prueba, canal, medio, idioma, motivo, direccion ip, evidencia',
  otherChannel:
    'correo, correos, correo electronico, boletin, boletines, llamada, llamadas, llamar, voz, telefonica, telefonico, carta, cartas, postal, notificaciones, notificacion, sitio, buzon',
  purpose:
    'recordatorio, recordatorios, cita, citas, tratamiento, datos, rgpd, lopd, investigacion, estudio, foto, fotos, imagen, imagenes, encuesta, factura, privacidad, proteccion, cesion, quirurgico, informado',
  negation:
    'nunca, jamas, ninguno, ninguna, tampoco, retirado, retirada, revocado, revocada, revocacion, rechazado, rechazada, rechaza, rechazo, denegado, denegada, negado, deniega, falta, ausente, cancelado, cancelada, anulado, inactivo, invalido, prohibido, desactivado',
  past: 'antiguo, antigua, anterior, anteriores, anteriormente, previo, previa, viejo, ex, era, tenia, habia, caducado, caducada, vencido, expirado, ultimo, ultima, primero, primera, hasta, pasado, antes',
  event:
    'enviado, enviada, enviados, solicitado, solicitada, solicitud, solicitar, pendiente, fallido, fallida, fallo, error, entregado, entregada, pedido, recibido, recibidos, confirmado, confirmada, confirmacion, requerido, necesario, actualizado, modificado, intento, invitacion, invitado, verificado, posible, supuesto, aceptado, aceptada, esperando, en espera',
  somebodyElse:
    'conyuge, esposo, esposa, marido, mujer, padre, madre, padres, tutor, tutora, hijo, hija, hijos, familiar, familia, medico, empleado, empresa, representante, propietario, tercero, terceros, proveedor, socio comercial, emergencia, jefe, pareja, menor, cuidador',
  document:
    'formulario, documento, firma, firmado, firmada, contrato, acuerdo, politica, archivo, hoja, fichero, casilla, plantilla, aviso, anexo',
  wording: 'texto, textos, mensaje, contenido, asunto, titulo, redaccion, pregunta, descripcion',
  count: 'cantidad, tasa, coste, costo, frecuencia, num, cuantos, cuantas',
}
