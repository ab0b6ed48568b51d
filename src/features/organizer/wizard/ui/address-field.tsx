import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { withScheme } from '../web-address.ts'
import { type Bindable, bind } from './wizard-form.ts'

type AddressFieldProps = { field: Bindable; label: string; error: string | undefined; optional?: boolean }

/** A field for a web address. When it is left, "https://" is put before an address without a scheme. */
export function AddressField({ field, ...props }: AddressFieldProps) {
  const leave = () => {
    field.handleBlur()
    if (withScheme(field.state.value) !== field.state.value) field.handleChange(withScheme(field.state.value))
  }
  return <TextField {...bind(field)} {...props} type="url" count={{ max: limits.url }} placeholder="https://" onBlur={leave} autoComplete="off" />
}
