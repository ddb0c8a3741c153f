// Required into every process that is measured: a connection to anywhere but this machine is refused and told.
const net = require('node:net')

const { connect } = Object.getOwnPropertyDescriptors(net.Socket.prototype)
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const options = typeof first === 'object' ? first : { host: second }
  const host = options.host ?? 'localhost'
  if (options.path === undefined && !['127.0.0.1', '::1', 'localhost'].includes(host)) {
    console.error(`bench: refused a connection to ${host}`)
    process.nextTick(() => this.destroy(new Error('only loopback is open in this benchmark')))
    return this
  }
  return Reflect.apply(connect.value, this, args)
}
