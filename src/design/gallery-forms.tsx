import { useState } from 'react'
import { CheckboxField, SelectField } from './choice-field.tsx'
import { Example } from './gallery-controls.tsx'
import { RadioGroup, Segmented } from './radio-group.tsx'
import { TextArea, TextField } from './text-field.tsx'

type Basis = 'weekly' | 'monthly' | 'annual'
const bases: ReadonlyArray<{ value: Basis; label: string }> = [
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'annual', label: 'Annual' },
]

export function GalleryForms() {
  const [basis, setBasis] = useState<Basis>('monthly')
  const [url, setUrl] = useState('not an address')
  return (
    <Example title="Forms">
      <div className="grid max-w-form gap-6">
        <TextField label="Title" hint="Say what people will stop doing." count={{ max: 120, from: 0 }} defaultValue="No coffee until" />
        <TextField
          label="Website"
          type="url"
          optional
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          error={URL.canParse(url) ? undefined : 'Please enter a valid URL'}
        />
        <TextArea label="Why it matters" count={{ max: 60 }} defaultValue="Because the growers get four cents of a five dollar cup. Really." />
        <SelectField
          label="Industry"
          options={[
            { value: '', label: 'All industries' },
            { value: 'coffee', label: 'Coffee' },
          ]}
        />
        <TextField label="Spend per supporter" disabled defaultValue="24.99" />
        <CheckboxField label="Join privately" hint="You are in the number, and nowhere else." />
        <CheckboxField label="I agree to the terms" error="Tick this to go on" />
        <Segmented legend="Duration" value={basis} onChange={setBasis} options={bases} />
        <RadioGroup
          legend="Who can read it"
          value={basis}
          onChange={setBasis}
          options={[
            { value: 'weekly', label: 'Everyone', hint: 'Found by search engines' },
            { value: 'monthly', label: 'Members' },
            { value: 'annual', label: 'Nobody yet', disabled: true },
          ]}
        />
      </div>
    </Example>
  )
}
