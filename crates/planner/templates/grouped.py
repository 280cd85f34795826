values = $values
$result
