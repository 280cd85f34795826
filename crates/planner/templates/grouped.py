values = $values
$only
$result
